import { execFile } from 'node:child_process';

/** Time limit for a build, or the start of all services, on a busy machine. */
const longestCommandMs = 3_600_000;

interface Place {
  env?: Record<string, string>;
  cwd?: string;
}

/** A Docker engine with the compose plugin. */
export class Docker {
  /** @param env of the Docker client: selects the engine and the plugin directory */
  constructor(private readonly env: NodeJS.ProcessEnv = process.env) {}

  /**
   * Runs `docker` with these arguments.
   * @returns what it printed on stdout
   * @throws Error with the end of what it printed on stderr
   */
  run = (args: string[], place: Place = {}): Promise<string> => this.execute('docker', args, place);

  /** Runs these lines of a shell until one fails, like `run`. */
  shell = (lines: string, place: Place): Promise<string> =>
    this.execute('bash', ['-e', '-u', '-o', 'pipefail', '-c', lines], place);

  private execute(program: string, args: string[], { env = {}, cwd }: Place): Promise<string> {
    return new Promise((resolve, reject) => {
      const options = {
        env: { ...this.env, BUILDKIT_PROGRESS: 'plain', COMPOSE_ANSI: 'never', ...env },
        cwd,
        timeout: longestCommandMs,
        maxBuffer: 256 * 1024 ** 2,
      };
      const started = execFile(program, args, options, (error, stdout, stderr) => {
        if (!error) return resolve(stdout);
        const command = [program, ...args].join(' ').slice(0, 120);
        reject(new Error(`${command}: ${stderr.trim().slice(-3_000) || error.message}`));
      });
      // `docker compose run` would wait for input
      started.stdin?.end();
    });
  }

  succeeds = (...args: string[]): Promise<boolean> =>
    this.run(args).then(
      () => true,
      () => false,
    );

  /** Whether the engine responds and the client has the compose plugin. */
  answers = async (): Promise<boolean> =>
    (await this.succeeds('version')) && (await this.succeeds('compose', 'version'));
}
