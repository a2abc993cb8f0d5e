/**
 * Command line for Postgres. Replaces PGlite's own, which turns fsync off (`-F`) and would lose attendance.
 */
export function startParams(mode: { durable: boolean }): string[] {
  const settings: Record<string, string> = {
    search_path: 'public',
    exit_on_error: 'false',
    log_checkpoints: 'false',
    // PGlite is one thread and cannot start background processes.
    max_worker_processes: '0',
    max_parallel_workers: '0',
    max_parallel_workers_per_gather: '0',
    max_parallel_maintenance_workers: '0',
    io_method: 'sync',
    // WebAssembly memory never shrinks, and the operating system caches the files anyway.
    shared_buffers: '32MB',
    fsync: mode.durable ? 'on' : 'off',
    synchronous_commit: mode.durable ? 'on' : 'off',
    full_page_writes: 'on',
    // The only method that goes through the file layer's fsync; the default opens files with O_DSYNC or
    // fdatasync.
    wal_sync_method: 'fsync',
  };
  return [
    '--single',
    '-O',
    '-j',
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}
