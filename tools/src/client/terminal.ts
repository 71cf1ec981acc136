import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../topology/paths';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

interface Options {
  env?: Record<string, string>;
  /** Standard input; absent leaves it open. */
  input?: string | Buffer;
  /** Called for each line on stdout. */
  onLine?: () => void;
}

export interface Running {
  ended: Promise<Ran>;
  pid: number;
  write: (text: string) => void;
  /** Resolves with stderr once it contains this text. */
  said: (text: string) => Promise<string>;
  interrupt: () => void;
}

/** Runs the command line as a process with its own home directory. */
export class Terminal {
  readonly home = mkdtempSync(join(tmpdir(), 'tradepost-cli-'));

  /** @param program runs the command line; that of this build when absent */
  constructor(
    private readonly env: Record<string, string>,
    private readonly program: [string, ...string[]] = [process.execPath, join(root, 'apps/cli/bin/tradepost.js')],
  ) {}

  start(args: string[], { env = {}, input, onLine = () => undefined }: Options = {}): Running {
    const [command, ...before] = this.program;
    const child = spawn(command, [...before, ...args], {
      cwd: this.home,
      env: {
        PATH: process.env.PATH,
        NODE_OPTIONS: process.env.NODE_OPTIONS ?? '',
        HOME: this.home,
        ...this.env,
        ...env,
      },
    });
    const read = { stdout: '', stderr: '' };
    child.stdout.on('data', (text: Buffer) => {
      read.stdout += text.toString();
      for (let lines = text.toString().split('\n').length; lines > 1; lines -= 1) onLine();
    });
    child.stderr.on('data', (text: Buffer) => (read.stderr += text.toString()));
    // the process may exit before it reads its input
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    const ended = new Promise<Ran>((resolve, reject) =>
      child.once('error', reject).once('close', (code) => resolve({ code, ...read })),
    );
    const said = async (text: string) => {
      while (!read.stderr.includes(text))
        await Promise.race([
          new Promise((resolve) => child.stderr.once('data', resolve)),
          ended.then((ran) => Promise.reject(new Error(`never printed ${text}: ${JSON.stringify(ran)}`))),
        ]);
      return read.stderr;
    };
    return {
      ended,
      pid: child.pid ?? 0,
      write: (text) => child.stdin.write(text),
      said,
      interrupt: () => child.kill('SIGINT'),
    };
  }

  run(args: string[], options: Options = {}): Promise<Ran> {
    return this.start(args, { input: '', ...options }).ended;
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true });
  }

  /** @returns what it wrote as JSON Lines @throws Error when it failed */
  async json(args: string[], options: Options = {}): Promise<any[]> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`);
    return stdout
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown);
  }
}
