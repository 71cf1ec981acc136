import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';

const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' };
const mounts = [
  ['proc', 'proc'],
  ['tmpfs', 'dev/shm'],
];

/** A Debian 12 with nothing but its required packages, in a folder. Needs root. */
export class BareDebian {
  private constructor(readonly folder: string) {}

  /** @param given a folder to copy; absent: debootstrap creates one */
  static make(folder: string, given?: string): BareDebian {
    if (process.getuid?.() !== 0) throw new Error('--check creates a Debian chroot: run it as root');
    if (given) execFileSync('cp', ['--archive', given, folder]);
    else
      execFileSync('debootstrap', ['--variant=minbase', 'bookworm', folder], {
        stdio: ['ignore', 'ignore', 'inherit'],
      });
    for (const [type, path] of mounts) {
      mkdirSync(join(folder, path!), { recursive: true });
      execFileSync('mount', ['-t', type!, type!, join(folder, path!)]);
    }
    return new BareDebian(folder);
  }

  /** @throws Error with the output of a command that fails */
  run(...command: string[]): string {
    const { status, stdout, stderr } = spawnSync('chroot', [this.folder, ...command], { encoding: 'utf8', env });
    if (status !== 0) throw new Error(`${command.join(' ')} failed:\n${stdout}${stderr}`);
    return stdout + stderr;
  }

  install(file: string): string {
    copyFileSync(file, join(this.folder, 'tmp', basename(file)));
    return this.run('apt-get', 'install', '--yes', `/tmp/${basename(file)}`);
  }

  exists(path: string): boolean {
    return existsSync(join(this.folder, path));
  }

  /** Unmounts everything; required before the folder is removed. */
  close(): void {
    for (const [, path] of mounts) execFileSync('umount', ['--lazy', join(this.folder, path!)]);
  }
}

/** Starts a unit's service as systemd would: its user, capabilities, environment and commands. */
export class ServiceOfUnit {
  private child: ChildProcess | undefined;
  readonly lines: string[] = [];

  constructor(
    private readonly debian: BareDebian,
    private readonly unit: string,
  ) {}

  start(): void {
    const text = readFileSync(join(this.debian.folder, 'usr/lib/systemd/system', this.unit), 'utf8');
    const value = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? '';
    const capabilities = `-all,+${value('AmbientCapabilities').replace('CAP_', '').toLowerCase()}`;
    const script = `umask ${value('UMask')}; cd ${value('WorkingDirectory')}; ${value('ExecStartPre') || 'true'} && exec ${value('ExecStart')}`;
    this.lines.length = 0;
    const child = spawn(
      'chroot',
      [
        ...[this.debian.folder, 'setpriv', `--reuid=${value('User')}`, `--regid=${value('Group')}`, '--init-groups'],
        ...['--no-new-privs', `--inh-caps=${capabilities}`, `--ambient-caps=${capabilities}`],
        ...[`--bounding-set=${capabilities}`, '/usr/bin/env', '-i', `PATH=${env.PATH}`],
        ...[...value('Environment').split(' '), '/bin/sh', '-c', script],
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env },
    );
    for (const output of [child.stdout, child.stderr])
      createInterface({ input: output }).on('line', (line) => this.lines.push(line));
    this.child = child;
  }

  /** @returns the exit code */
  async stop(): Promise<number | null> {
    const { child } = this;
    if (!child) return null;
    this.child = undefined;
    if (child.exitCode !== null) return child.exitCode;
    child.kill('SIGTERM');
    return new Promise((resolve) => child.once('exit', resolve));
  }
}
