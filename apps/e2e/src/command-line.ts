import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { request as ask, createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { root } from '@tradepost/tools/topology/paths';

export interface Ran {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface Running {
  ended: Promise<Ran>;
  pid: number;
  write: (text: string) => void;
  /** Resolves once it has said this on stderr. */
  said: (text: string) => Promise<void>;
  interrupt: () => void;
}

/** One person's machine: the program as a process, with a home of its own. */
export class Terminal {
  readonly home = mkdtempSync(join(tmpdir(), 'tradepost-cli-'));

  constructor(private readonly env: Record<string, string>) {}

  start(args: string[], { env = {}, input }: { env?: Record<string, string>; input?: string | Buffer } = {}): Running {
    const child = spawn(process.execPath, [join(root, 'apps/cli/bin/tradepost.js'), ...args], {
      cwd: this.home,
      env: { PATH: process.env.PATH, HOME: this.home, ...this.env, ...env },
    });
    const read = { stdout: '', stderr: '' };
    child.stdout.on('data', (text: Buffer) => (read.stdout += text.toString()));
    child.stderr.on('data', (text: Buffer) => (read.stderr += text.toString()));
    // who does not read what is piped in has ended
    child.stdin.on('error', () => undefined);
    if (input !== undefined) child.stdin.end(input);
    const ended = new Promise<Ran>((resolve, reject) => child.once('error', reject).once('close', (code) => resolve({ code, ...read })));
    const said = async (text: string) => {
      while (!read.stderr.includes(text)) await Promise.race([new Promise((resolve) => child.stderr.once('data', resolve)), ended.then((ran) => Promise.reject(new Error(`never said ${text}: ${JSON.stringify(ran)}`)))]);
    };
    return { ended, pid: child.pid ?? 0, write: (text) => child.stdin.write(text), said, interrupt: () => child.kill('SIGINT') };
  }

  run(args: string[], options: { env?: Record<string, string>; input?: string | Buffer } = {}): Promise<Ran> {
    return this.start(args, { input: '', ...options }).ended;
  }

  /** @returns what it wrote as JSON Lines @throws Error when it failed */
  async json(args: string[], options: { env?: Record<string, string>; input?: string | Buffer } = {}): Promise<any[]> {
    const { code, stdout, stderr } = await this.run([...args, '--json'], options);
    if (code !== 0) throw new Error(`${args.join(' ')}: ${code} ${stderr}`);
    return stdout.trimEnd().split('\n').filter(Boolean).map((line) => JSON.parse(line) as unknown);
  }
}

/** Between the program and Tradepost: sees every call, and may change or hold back what is answered. */
export class Wire {
  readonly seen: { method: string; url: string; headers: IncomingMessage['headers'] }[] = [];
  onAnswer: (call: { method: string; url: string }) => Transform | undefined = () => undefined;
  private readonly server;

  constructor(private readonly origin: string) {
    this.server = createServer((request, response) => {
      const { method = '', url = '', headers } = request;
      this.seen.push({ method, url, headers });
      const onwards = ask(new URL(url, this.origin), { method, headers: { ...headers, host: new URL(this.origin).host } }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        const change = this.onAnswer({ method, url });
        if (change) answer.pipe(change).pipe(response);
        else answer.pipe(response);
      });
      onwards.on('error', () => response.destroy());
      response.once('close', () => onwards.destroy());
      request.pipe(onwards);
    });
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => (this.server.close(resolve), this.server.closeAllConnections()));
  }
}
