//! Shared by all Rust contenders; ../../contender.h has the protocol.
use std::fs::File;
use std::io::{Read, Write};
use std::os::fd::FromRawFd;
use std::time::{Duration, Instant};

/// Processor time of this process with --processor, else wall-clock time.
#[derive(Clone, Copy)]
pub enum Moment {
    Passed(Instant),
    Processor(Duration),
}

#[repr(C)]
struct Timespec {
    seconds: i64,
    nanoseconds: i64,
}

extern "C" {
    fn clock_gettime(clock: i32, time: *mut Timespec) -> i32;
}
const PROCESS_CLOCK: i32 = 2; // CLOCK_PROCESS_CPUTIME_ID of Linux

impl Moment {
    pub fn now() -> Moment {
        if std::env::var_os("RACE_PROCESSOR").is_none() {
            return Moment::Passed(Instant::now());
        }
        let mut t = Timespec { seconds: 0, nanoseconds: 0 };
        unsafe { clock_gettime(PROCESS_CLOCK, &mut t) };
        Moment::Processor(Duration::new(t.seconds as u64, t.nanoseconds as u32))
    }
    pub fn elapsed(&self) -> Duration {
        match (self, Moment::now()) {
            (Moment::Passed(since), _) => since.elapsed(),
            (Moment::Processor(since), Moment::Processor(now)) => now - *since,
            _ => Duration::ZERO,
        }
    }
}

pub const BUFFER_SIZE: usize = 128 * 1024;

pub struct Job {
    pub heat: String,
    pub count: usize,
    pub input: String,
    pub output: String,
    since: Option<Moment>,
    total: Duration,
}

impl Job {
    pub fn new(arguments: &[String]) -> Job {
        Job {
            heat: arguments[0].clone(),
            count: arguments[1].parse().expect("a count"),
            input: arguments[2].clone(),
            output: arguments[3].clone(),
            since: None,
            total: Duration::ZERO,
        }
    }
    /// Restarts the clock: for rows that prepare data first.
    pub fn start_clock(&mut self) {
        self.total = Duration::ZERO;
        self.since = Some(Moment::now());
    }
    pub fn stop_clock(&mut self) {
        if let Some(since) = self.since.take() {
            self.total += since.elapsed();
        }
    }
    /// Continues after stop_clock().
    pub fn resume_clock(&mut self) {
        self.since = Some(Moment::now());
    }
    /// For rows that measure their own time, piece by piece.
    pub fn set_elapsed(&mut self, total: Duration) {
        self.since = None;
        self.total = total;
    }
    pub fn elapsed(&self) -> Duration {
        self.total
    }
}

pub fn ordered_checksum(values: &[u64]) -> u64 {
    values
        .iter()
        .fold(0u64, |h, v| h.wrapping_mul(31).wrapping_add(*v))
}

/// The reads and writes of this process so far: calls and bytes of each.
pub fn count_calls() -> [u64; 4] {
    let mut text = [0u8; 512];
    let mut counted = [0; 4];
    let Ok(mut file) = File::open("/proc/self/io") else {
        return counted;
    };
    let size = file.read(&mut text).unwrap_or(0);
    for line in String::from_utf8_lossy(&text[..size]).lines() {
        let Some((name, value)) = line.split_once(": ") else {
            continue;
        };
        let place = match name {
            "syscr" => 0,
            "syscw" => 1,
            "rchar" => 2,
            "wchar" => 3,
            _ => continue,
        };
        counted[place] = value.parse().unwrap_or(0);
    }
    counted
}

pub fn report(job: &Job, checksum: u64, before: [u64; 4]) {
    let after = count_calls();
    let fd = std::env::var("RACE_FD")
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(2);
    // The driver opened this descriptor for this one line.
    let mut out = unsafe { File::from_raw_fd(fd) };
    let line = format!(
        "{} {} {} {} {} {}\n",
        job.elapsed().as_nanos(),
        checksum,
        after[0] - before[0],
        after[1] - before[1],
        after[2] - before[2],
        after[3] - before[3]
    );
    out.write_all(line.as_bytes()).expect("the report");
}
