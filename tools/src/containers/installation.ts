import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tradepost/testing/servers/ports';
import type { Place } from '../client/people';
import { root } from '../topology/paths';
import type { Docker } from './docker';

const composeFile = join(root, 'docker-compose.yml');
export const version = 'containers';
/** A project name used only by this test, so that it never changes another installation on this machine. */
const project = 'tradepost-containers';

/** A running or exited container. */
export interface Container {
  service: string;
  name: string;
  state: string;
  health: string;
  exitCode: number;
}

/** A compose installation in its own folder, following docs/operations.md, with the inbox of the profile `dev`. */
export class ComposeInstallation implements Place {
  private constructor(
    private readonly docker: Docker,
    private readonly folder: string,
    readonly origin: string,
    readonly inboxUrl: string,
  ) {}

  static async prepare(docker: Docker, folder: string): Promise<ComposeInstallation> {
    const [port, inboxPort] = [await freePort(), await freePort()];
    mkdirSync(join(folder, 'deploy/secrets'), { recursive: true, mode: 0o700 });
    for (const name of ['limits.env', 'nats.conf', 'pages'])
      cpSync(join(root, 'deploy', name), join(folder, 'deploy', name), { recursive: true });
    const origin = `http://localhost:${port}`;
    const inbox = `127.0.0.1:${inboxPort}`;
    const settings = { ORIGIN: origin, WEB_ADDRESS: `127.0.0.1:${port}`, INBOX_ADDRESS: inbox, VERSION: version };
    writeFileSync(
      join(folder, '.env'),
      Object.entries(settings)
        .map((setting) => `${setting.join('=')}\n`)
        .join(''),
    );
    return new ComposeInstallation(docker, folder, origin, `http://${inbox}`);
  }

  compose(...args: string[]): Promise<string> {
    const place = ['--project-directory', this.folder, '--file', composeFile, '--project-name', project];
    return this.docker.run(['compose', ...place, '--profile', 'dev', ...args]);
  }

  /** Creates the keys as documented, with the user id of the person who installs. */
  makeSecrets = () =>
    this.compose('run', '--rm', '--user', `${process.getuid?.() ?? 0}:${process.getgid?.() ?? 0}`, 'secrets');

  /** Starts all services and waits until they are healthy. */
  up = () => this.compose('up', '--detach', '--wait', '--no-build', '--pull', 'never');

  async containers(): Promise<Container[]> {
    const lines = (await this.compose('ps', '--all', '--format', 'json')).split('\n').filter(Boolean);
    return lines.map((line) => {
      const { Service, Name, State, Health, ExitCode } = JSON.parse(line) as Record<string, string>;
      return {
        service: Service ?? '',
        name: Name ?? '',
        state: State ?? '',
        health: Health ?? '',
        exitCode: Number(ExitCode),
      };
    });
  }

  startedAt = (container: string) =>
    this.docker.run(['inspect', '--format', '{{.State.StartedAt}} {{.State.Running}}', container]);

  /** Simulates a crash. (Docker does not restart a container after `docker kill`.) */
  async kill(container: string): Promise<void> {
    const pid = Number(await this.docker.run(['inspect', '--format', '{{.State.Pid}}', container]));
    if (!(pid > 0)) throw new Error(`${container} is not running`);
    process.kill(pid, 'SIGKILL');
  }

  /** Runs a program in the container of a service, and returns what it printed. */
  within = (service: string, ...command: string[]) => this.compose('exec', '--no-TTY', service, ...command);
}

/** Builds every image of docker-compose.yml from this checkout. */
export const buildImages = (docker: Docker): Promise<string> =>
  docker.run(['compose', '--project-directory', root, '--file', composeFile, '--profile', 'tools', 'build'], {
    env: { VERSION: version },
  });
