//! Finished code, and running it.

use crate::assembler::Assembler;
use crate::bounds;
use crate::memory::{Layout, Memory, Sixteen};
use cranelift_codegen::ir::{AbiParam, Endianness, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_codegen::verify_function;
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use std::fmt;

/// Why there is no machine code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

fn error(from: impl fmt::Display) -> Error {
    Error(from.to_string())
}

/// Memory and tables, and which of its entries to begin at; what it stops with.
type Entry = unsafe extern "C" fn(*mut u8, *const u8, i64) -> i64;

/// Machine code.
pub struct Code {
    /// Holds the code; taken when it is given back.
    module: Option<JITModule>,
    entry: Entry,
    tables: Box<[u8]>,
    /// How large the memory is that it works on.
    memory: usize,
    length: usize,
}

// SAFETY: code and tables are never changed after they were made; what it works on is given to each run.
unsafe impl Send for Code {}
// SAFETY: as above.
unsafe impl Sync for Code {}

impl fmt::Debug for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Code").field("length", &self.length).field("tables", &self.tables.len()).finish()
    }
}

/// Makes code: what `assemble` gives to the assembler, for memories of this layout.
///
/// # Errors
/// There is no machine code for this computer, or it does not hold together.
pub fn compile(layout: &Layout, assemble: impl FnOnce(&mut Assembler<'_>)) -> Result<Code, Error> {
    made("speed", layout, assemble)
}

/// The same of operations that stay as they are and where they are: for whoever knows in which order little has to be kept.
///
/// # Errors
/// As above.
pub fn compile_in_order(layout: &Layout, assemble: impl FnOnce(&mut Assembler<'_>)) -> Result<Code, Error> {
    made("none", layout, assemble)
}

fn made(opt_level: &str, layout: &Layout, assemble: impl FnOnce(&mut Assembler<'_>)) -> Result<Code, Error> {
    let mut flags = settings::builder();
    // What is compiled is verified once, below; the compiler itself would do so after each of its passes.
    let settings =
        [("opt_level", opt_level), ("is_pic", "false"), ("enable_probestack", "false"), ("enable_verifier", "false")];
    for (name, value) in settings {
        flags.set(name, value).map_err(error)?;
    }
    let isa = cranelift_native::builder().map_err(error)?.finish(settings::Flags::new(flags)).map_err(error)?;
    if isa.endianness() != Endianness::Little || isa.pointer_type() != types::I64 {
        return Err(error("this computer orders its bytes in another way"));
    }
    let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
    let mut context = module.make_context();
    context.func.signature.params.extend([AbiParam::new(types::I64); 3]);
    context.func.signature.returns.push(AbiParam::new(types::I64));
    let mut parts = FunctionBuilderContext::new();
    let mut assembler = Assembler::new(FunctionBuilder::new(&mut context.func, &mut parts), layout.bytes());
    assemble(&mut assembler);
    let (tables, loaded) = assembler.finish(module.target_config());
    bounds::leave_out_what_is_idle(&mut context.func, &loaded);
    verify_function(&context.func, module.isa()).map_err(|wrong| error(format!("{wrong:?}")))?;
    let id = module.declare_function("code", Linkage::Local, &context.func.signature).map_err(error)?;
    module.define_function(id, &mut context).map_err(|wrong| error(format!("{wrong:?}")))?;
    let length = context.compiled_code().map_or(0, |code| code.code_buffer().len());
    module.clear_context(&mut context);
    module.finalize_definitions().map_err(error)?;
    let address = module.get_finalized_function(id);
    // SAFETY: this is the address of a function of this signature, in the calling convention of C.
    let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
    Ok(Code { module: Some(module), entry, tables: tables.into(), memory: layout.bytes(), length })
}

impl Code {
    /// Runs it from one of its entries on; gives what it stopped with.
    ///
    /// # Panics
    /// If the memory is of another layout.
    #[inline]
    pub fn run(&self, memory: &mut Memory, entry: u32) -> i64 {
        let memory = memory.all();
        assert_eq!(memory.len(), self.memory, "this memory is for other code");
        // SAFETY: it is as large as it must be, and nobody else has it.
        unsafe { self.run_at(memory.as_mut_ptr(), entry) }
    }

    /// The same in a memory that others hold, too.
    ///
    /// # Panics
    /// If the memory is of another layout.
    #[inline]
    pub fn run_in(&self, memory: &[Sixteen], entry: u32) -> i64 {
        assert_eq!(size_of_val(memory), self.memory, "this memory is for other code");
        // SAFETY: it is as large as it must be; whoever holds these bytes may change them, and they are held by this thread alone.
        unsafe { self.run_at(memory.as_ptr().cast_mut().cast(), entry) }
    }

    /// Runs it in a memory.
    ///
    /// # Safety
    /// The memory is as large as the layout says, and nobody else reads or writes there meanwhile.
    #[inline]
    unsafe fn run_at(&self, memory: *mut u8, entry: u32) -> i64 {
        // SAFETY: the assembler lets code reach what lies in an area of the layout, which is as large as this memory, and
        // in its own tables, nothing else: every number that leads to an address is cut to the size of its area, or known not
        // to be larger, and no offset is larger than the reach. It calls nothing, and the verifier has seen that it holds together.
        unsafe { (self.entry)(memory, self.tables.as_ptr(), i64::from(entry)) }
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: nobody has the address of the code but this value.
            unsafe { module.free_memory() };
        }
    }
}
