//! temp
fn main(){
  for a in std::env::args().skip(1){
    let t=std::fs::read_to_string(&a).unwrap();
    let loader=|n:&str| std::fs::read_to_string(format!("variants/{n}.mancala")).ok().map(|t|(format!("variants/{n}.mancala"),t));
    let now=std::time::Instant::now();
    let r=mancala::check::check(&a,&t,&loader);
    println!("{a}: {} examples, {} problems {:?}", r.examples, r.diagnostics.len(), now.elapsed());
    for d in r.diagnostics.iter().take(6){ println!("{}", mancala::diagnostic::render(d,&r.sources,mancala::diagnostic::Format::Human{color:false})); }
  }
}
