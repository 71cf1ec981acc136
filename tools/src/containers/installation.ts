import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@tradepost/testing/servers/ports';
import { waitFor } from '@tradepost/testing/wait-for';
import type { Place } from '../client/people';
import { root } from '../topology/paths';
import type { Docker } from './docker';

/** Names used only by this test, so that it never changes another installation or its images on this machine. */
export const project = 'tradepost-containers';

/** Services that exit after their work. */
const ending = ['migrate', 'nats-volume'];

const longestReturnMs = 600_000;

/** A running or exited container. */
export interface Container {
  service: string;
  name: string;
  state: string;
  health: string;
  exitCode: number;
}

/** A compose installation in a copy of this checkout, with the inbox of the profile `dev`. */
export class ComposeInstallation implements Place {
  private constructor(
    private readonly docker: Docker,
    readonly folder: string,
    private readonly env: Record<string, string>,
    readonly origin: string,
    readonly inboxUrl: string,
  ) {}

  static async prepare(docker: Docker, folder: string): Promise<ComposeInstallation> {
    const [port, inboxPort] = [await freePort(), await freePort()];
    const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
    for (const file of execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean))
      cpSync(join(root, file), join(folder, file));
    const inbox = `127.0.0.1:${inboxPort}`;
    const env = {
      COMPOSE_PROJECT_NAME: project,
      COMPOSE_PROFILES: 'dev',
      REGISTRY: project,
      WEB_ADDRESS: `127.0.0.1:${port}`,
      INBOX_ADDRESS: inbox,
    };
    return new ComposeInstallation(docker, folder, env, `http://localhost:${port}`, `http://${inbox}`);
  }

  compose = (...args: string[]): Promise<string> => this.docker.run(['compose', ...args], this.place);

  /** Runs these lines in the folder of the installation, as an operator does, until one fails. @returns what they printed on stdout */
  shell = (lines: string): Promise<string> => this.docker.shell(lines, this.place);

  write = (file: string, content: string) => writeFileSync(join(this.folder, file), content);
  read = (file: string) => readFileSync(join(this.folder, file), 'utf8');

  /** Builds every image of docker-compose.yml. */
  build = () => this.compose('--profile', 'tools', 'build');

  /** Starts all services and waits until they are healthy. */
  up = () => this.compose('up', '--detach', '--wait', '--no-build', '--pull', 'never');

  /** Removes all containers and volumes; without all profiles, compose leaves the backups. */
  async remove(): Promise<void> {
    await this.compose('--profile', '*', 'down', '--volumes', '--timeout', '60');
    const ofProject = ['--filter', `label=com.docker.compose.project=${project}`];
    const left = await this.docker.run(['volume', 'ls', '--quiet', ...ofProject]);
    if (left) throw new Error(`these volumes are left:\n${left}`);
  }

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

  async isHealthy(): Promise<boolean> {
    return (await this.containers()).every(({ service, state, health, exitCode }) =>
      ending.includes(service) ? exitCode === 0 : state === 'running' && ['healthy', ''].includes(health),
    );
  }

  /** Kills the first process of the container and waits until Docker has started it again, and all services are healthy. (Docker does not restart a container after `docker kill`.) */
  async crash(container: string): Promise<void> {
    const inspect = (what: string) => this.docker.run(['inspect', '--format', what, container]);
    const started = () => inspect('{{.State.StartedAt}} {{.State.Running}}');
    const [pid, before] = [Number(await inspect('{{.State.Pid}}')), await started()];
    if (!(pid > 0)) throw new Error(`${container} is not running`);
    process.kill(pid, 'SIGKILL');
    await waitFor(async () => (await started()) !== before, { what: `the restart of ${container}` });
    await this.returns();
  }

  /** Waits until Docker has restarted what should run, and it is healthy. */
  returns = () => waitFor(() => this.isHealthy(), { what: 'the health of all services', timeoutMs: longestReturnMs });

  /** Runs a program in the container of a service, and returns what it printed. */
  within = (service: string, ...command: string[]) => this.compose('exec', '--no-TTY', service, ...command);

  private get place() {
    return { cwd: this.folder, env: this.env };
  }
}
