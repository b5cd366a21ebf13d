// row: spawn | start start-more start-large* | Command::new(program).spawn(),
//   wait()
// row: output | capture capture-more | Command::new(program).arg(…).output()
// row: wait_with_output | pipes | wait_with_output(), beside a thread that
//   writes
use crate::contender::{Job, Moment};
use std::io::{Error, Result, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

extern "C" {
    fn mmap(at: *mut u8, size: usize, access: i32, kind: i32, fd: i32, offset: i64) -> *mut u8;
    fn madvise(at: *mut u8, size: usize, advice: i32) -> i32;
}
const READ_WRITE: i32 = 3;
const PRIVATE_ANONYMOUS: i32 = 0x22;
const SMALL_PAGES: i32 = 15; // MADV_NOHUGEPAGE of Linux

fn child_path(name: &str) -> String {
    let folder = std::env::var("RACE_TOOLS").expect("RACE_TOOLS");
    format!("{folder}/child_{name}")
}

/// The same as race::hold_memory.
fn hold_memory(heat: &str) -> Result<()> {
    let number = heat.rsplit('-').next().unwrap_or("");
    let shift = if number.ends_with("gib") { 30 } else { 20 };
    let count: usize = number[..number.len() - 3].parse().expect("a size");
    let size = count << shift;
    let access = READ_WRITE;
    let memory = unsafe { mmap(std::ptr::null_mut(), size, access, PRIVATE_ANONYMOUS, -1, 0) };
    if memory as isize == -1 {
        return Err(Error::last_os_error());
    }
    unsafe { madvise(memory, size, SMALL_PAGES) };
    for at in (0..size).step_by(4096) {
        unsafe { memory.add(at).write_volatile(1) };
    }
    Ok(())
}

const WARM_TIME: Duration = Duration::from_millis(20); // process.h
const MOST_TIME: Duration = Duration::from_millis(100);

/// The same as race::run_again. Returns how many children were right.
fn again(job: &mut Job, work: impl Fn() -> Result<bool>) -> Result<u64> {
    let begin = Moment::now();
    loop {
        assert!(work()?, "the child has failed");
        if begin.elapsed() >= WARM_TIME {
            break;
        }
    }
    let (mut times, mut right) = (Vec::new(), 0);
    let begin = Moment::now();
    let mut last = Duration::ZERO;
    while times.len() != job.count && last <= MOST_TIME {
        right += usize::from(work()?);
        let end = begin.elapsed();
        times.push(end - last);
        last = end;
    }
    times.sort();
    job.set_elapsed(times[times.len() / 2] * job.count as u32);
    Ok(if right == times.len() { job.count } else { right } as u64)
}

fn start(job: &mut Job) -> Result<u64> {
    let is_own = job.heat.starts_with("true-");
    let program = if is_own { child_path("true") } else { "/bin/true".into() };
    hold_memory(&job.heat)?;
    again(job, || Ok(Command::new(&program).spawn()?.wait()?.success()))
}

fn capture(job: &mut Job) -> Result<u64> {
    let is_own = job.heat == "capture";
    let program = if is_own { child_path("hello") } else { "/bin/echo".into() };
    again(job, || Ok(Command::new(&program).arg("hello").output()?.stdout == b"hello\n"))
}

fn pipes(job: &mut Job) -> Result<u64> {
    let input = std::fs::read(&job.input)?;
    let program = child_path("relay");
    relay(job, &program, &input)?; // before the clock runs
    relay(job, &program, &input)
}

fn relay(job: &mut Job, program: &str, input: &[u8]) -> Result<u64> {
    job.start_clock();
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut to = child.stdin.take().expect("a pipe");
    let made = std::thread::scope(|scope| {
        scope.spawn(move || to.write_all(input));
        child.wait_with_output()
    })?;
    job.stop_clock();
    assert!(made.status.success() && made.stdout == input && made.stderr == input);
    Ok(input.len() as u64)
}

pub fn row(name: &str, job: &mut Job) -> Result<u64> {
    match name {
        "spawn" => start(job),
        "output" => capture(job),
        _ => pipes(job),
    }
}
