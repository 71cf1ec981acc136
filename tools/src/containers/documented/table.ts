import { documentedSnippets, type Snippet } from './snippets';

/** What the check executes, by the first line in the document. */
export const executed = {
  images: 'for app in gateway identity kyc storage requests notification audit-log worker-mail worker-zip; do',
  install: 'mkdir -m 700 -p deploy/secrets',
  commands: 'docker compose run --rm tools doctor',
  commandLine: 'docker compose run --rm --entrypoint /nodejs/bin/node tools tradepost.js --help',
  logs: `docker compose logs --no-log-prefix | grep '"requestId":"…"'`,
  serversToMoveTo: 'docker compose up --detach --wait postgres object-store',
  certificate: 'services: { web: { volumes: ["./deploy/tls:/etc/nginx/tls:ro"], ports: ["443:8443"] } }',
  renewedCertificate: 'docker compose exec web nginx -s reload',
  proxyAddresses: 'set_real_ip_from 172.16.0.0/12;',
  proxyFolder: 'services: { web: { volumes: ["./deploy/real-ip:/etc/nginx/real-ip:ro"] } }',
  scale: 'docker compose up --detach --scale storage=3',
  newValue: 'docker compose up --detach --force-recreate <apps>',
  rotation: 'new=$(openssl rand -hex 32)',
  upgrade: 'docker compose run --rm tools backup --into /backups',
  restore: 'docker compose down',
} as const;

export type Executed = keyof typeof executed;

const needsCluster = 'needs a Kubernetes cluster';
const oneServer =
  'installs on one server without containers: serve.itest.ts starts it, and `npm run deb -- --check` runs its units';

/** What the check does not execute, by the first line in the document, and the reason. */
const leftOut: Record<string, string> = {
  'apt install ./tradepost_0.1.0_amd64.deb': 'installs the Debian package: `npm run deb -- --check` does',
  'git clone … /opt/tradepost && cd /opt/tradepost && npm run build': oneServer,
  'ORIGIN=https://tradepost.example.com': oneServer,
  'location / {': 'configures an nginx of the operator in front of one server',
  'npm run config -- check --config /etc/tradepost/tradepost.env': oneServer,
  'HOST=0.0.0.0': 'needs an authority that issues certificates: automatic-certificate.itest.ts has one',
  'tradepost move-server --prepare /var/lib/tradepost/move': 'needs a server to move: the test of move-server has one',
  'ssh -N -L 5432:172.20.0.3:5432 -L 8333:172.20.0.2:8333 new.example.com': 'needs a second machine',
  'systemctl stop tradepost': 'needs a server to move: the test of move-server has one',
  'kubectl create namespace tradepost': needsCluster,
  'kubectl apply -k k8s/overlays/production': needsCluster,
  'IDENTITY_DATABASE_URL=$(sed s/@postgres:/@localhost:/ deploy/secrets/identity/IDENTITY_DATABASE_URL) npm run admin -- you@example.com':
    needsCluster,
  'kubectl -n tradepost delete job migrate --ignore-not-found': needsCluster,
};

/** @returns the text of what the check executes. @throws Error naming what has no entry in these tables, or an entry that is in no document */
export function executedSnippets(found: Snippet[] = documentedSnippets()): Record<Executed, string> {
  const listed = [...Object.values(executed), ...Object.keys(leftOut)];
  const faults = [
    ...found
      .filter(({ begins }) => !listed.includes(begins))
      .map(
        ({ document, begins }) => `${document} has "${begins}", which is neither executed nor left out for a reason`,
      ),
    ...listed
      .filter((begins) => !found.some((one) => one.begins === begins))
      .map((begins) => `no document has "${begins}"`),
    ...Object.values(executed)
      .filter((begins) => found.filter((one) => one.begins === begins).length > 1)
      .map((begins) => `more than one block begins with "${begins}"`),
  ];
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return Object.fromEntries(
    Object.entries(executed).map(([name, begins]) => [name, found.find((one) => one.begins === begins)?.text]),
  ) as Record<Executed, string>;
}
