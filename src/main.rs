//! wip
use mancala::engine::*;
fn main(){
  let a: Vec<String>=std::env::args().collect();
  let mut f=mancala::diagnostic::Diagnostics::default();
  let mut m=mancala::source::SourceMap::default();
  let t=std::fs::read_to_string(&a[1]).unwrap();
  let loader=|n:&str| std::fs::read_to_string(format!("variants/{n}.mancala")).ok().map(|t|(n.to_string(),t));
  let (file,defs)=mancala::resolve::load(&a[1],&t,&loader,&mut m,&mut f);
  let mut b=mancala::resolve::Bindings::default(); b.defaults(&defs);
  for kv in a.iter().skip(3){ let (k,v)=kv.split_once('=').unwrap(); b=b.with(k,v);}
  let model=mancala::resolve::resolve(&file,&b,&mut f);
  println!("{}", mancala::diagnostic::render_all(&f.sorted(), &m, mancala::diagnostic::Format::Human{color:false}));
  let Some(model)=model else {return};
  let p=mancala::ir::compile(model);
  let d:u32=a[2].parse().unwrap();
  fn go<S:Shape>(p:&mancala::ir::Program,d:u32){
    let s=mancala::situation::Situation::start(&p.model);
    let pos=pack::<S>(p,&s);
    let mut mac=Machine::<S>::new(p);
    for k in 1..=d { let t=std::time::Instant::now(); let n=perft(&mut mac,&pos,k); println!("{k} {n} {:.2}M/s",n as f64/t.elapsed().as_secs_f64()/1e6);}
  }
  if p.layout.wide {go::<Wide>(&p,d)} else {go::<Small>(&p,d)}
}
