//! The `mancala` program.
fn main(){
  let mut f=mancala::diagnostic::Diagnostics::default();
  let mut m=mancala::source::SourceMap::default();
  for a in std::env::args().skip(1){ let t=std::fs::read_to_string(&a).unwrap(); let n=m.add(&a,&t); let x=mancala::syntax::parse(&t,n,&mut f); println!("{} {}",a,x.items.len()); }
  println!("{}", mancala::diagnostic::render_all(&f.sorted(), &m, mancala::diagnostic::Format::Human{color:false}));
}
