import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startNats } from '@tradepost/testing/servers/nats';
import { freePort } from '@tradepost/testing/servers/ports';
import { stopAll, type Running } from '@tradepost/testing/servers/server-process';
import { tcpProxy, type TcpProxy } from '@tradepost/testing/tcp-proxy';
import { waitFor } from '@tradepost/testing/wait-for';
import { root } from '../../topology/paths';

interface Member {
  dataDir: string;
  configFile: string;
  port: number;
  monitoringPort: number;
  running?: Running;
}

/** What `/jsz` of a server's monitoring port says of the streams; the names are those of NATS. */
interface StreamsOfServer {
  account_details?: { stream_detail?: { cluster?: { leader?: string } }[] }[];
}

/**
 * Three NATS servers with the configuration of the overlay for production, on one machine. They have one address, as a service of Kubernetes gives them: it
 * leads to a server that runs, and clients learn the addresses of the others there.
 */
export class NatsCluster implements Running {
  private constructor(
    private readonly members: Map<string, Member>,
    private readonly address: TcpProxy,
  ) {}

  static async prepare(dataDir: string): Promise<NatsCluster> {
    mkdirSync(dataDir, { recursive: true });
    copyFileSync(join(root, 'deploy', 'nats.conf'), join(dataDir, 'nats.conf'));
    const shipped = readFileSync(join(root, 'k8s', 'overlays', 'production', 'cluster.conf'), 'utf8');
    const password = randomBytes(16).toString('hex');
    const peers = await Promise.all(
      ['nats-0', 'nats-1', 'nats-2'].map(async (name) => ({ name, clusterPort: await freePort() })),
    );
    const members = new Map<string, Member>();
    for (const { name, clusterPort } of peers) {
      const monitoringPort = await freePort();
      const configFile = join(dataDir, `${name}.conf`);
      const config = peers
        .reduce(
          (text, peer, n) =>
            text.replace(`$NATS_ROUTE_${n}`, `"nats://cluster:${password}@127.0.0.1:${peer.clusterPort}"`),
          shipped,
        )
        .replace('$NATS_PASSWORD_CLUSTER', `"${password}"`)
        .replace('$SERVER_NAME', name)
        .replace('0.0.0.0:6222', `127.0.0.1:${clusterPort}`);
      writeFileSync(configFile, `${config}http: "127.0.0.1:${monitoringPort}"\n`);
      members.set(name, { dataDir: join(dataDir, name), configFile, port: await freePort(), monitoringPort });
    }
    return new NatsCluster(members, await tcpProxy([...members.values()][0]!.port));
  }

  get servers(): string[] {
    return [...this.members.keys()];
  }

  /** @returns the URL of the cluster */
  async start(): Promise<string> {
    await Promise.all(this.servers.map((name) => this.restart(name)));
    return `nats://127.0.0.1:${this.address.port}`;
  }

  async restart(name: string): Promise<void> {
    const member = this.member(name);
    member.running = await startNats({ ...member, stopSignal: 'SIGKILL' });
  }

  async kill(name: string): Promise<void> {
    const member = this.member(name);
    await member.running?.stop();
    member.running = undefined;
    const alive = [...this.members.values()].find(({ running }) => running);
    if (alive) this.address.open(alive.port);
  }

  /** The server that leads the event stream, once there is one. */
  leader(): Promise<string> {
    return waitFor(() => this.leaderNow(), { timeoutMs: 60_000, what: 'a leader of the event stream' });
  }

  async stop(): Promise<void> {
    await stopAll([this.address, ...[...this.members.values()].flatMap(({ running }) => running ?? [])]);
  }

  private async leaderNow(): Promise<string | undefined> {
    for (const { running, monitoringPort } of this.members.values()) {
      if (!running) continue;
      const answer = await fetch(`http://127.0.0.1:${monitoringPort}/jsz?acc=TRADEPOST&streams=true`);
      const { account_details: accounts = [] } = (await answer.json()) as StreamsOfServer;
      const leader = accounts[0]?.stream_detail?.[0]?.cluster?.leader;
      if (leader) return leader;
    }
    return undefined;
  }

  private member(name: string): Member {
    return this.members.get(name)!;
  }
}
