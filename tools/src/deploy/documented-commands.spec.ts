import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { commandsOfImage, commandsOfServer } from '../commands/table';
import { root } from '../topology/paths';

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(join(root, 'docs')).map((name) => `docs/${name}`),
]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, content: text(path) }));
const places = [
  ...documents,
  ...['docker-compose.yml', 'k8s/migrate/job/job.yaml', 'tools/src/doctor/database.ts'].map((path) => ({
    path,
    content: text(path),
  })),
];
const services = Object.keys((parse(text('docker-compose.yml'), { merge: true }) as { services: object }).services);
const commands = Object.keys(commandsOfImage);
const scripts = Object.keys((JSON.parse(text('package.json')) as { scripts: object }).scripts);

test('every operator’s command is in the image of the tools', () => {
  const files = readdirSync(join(root, 'tools/src/operator')).map((file) => file.replace('.ts', ''));
  // these start PostgreSQL, or sign a build, where the packages are
  const elsewhere = ['operate', 'sign-site', 'serve', 'config', 'move-server'];
  expect([...commands].sort()).toEqual(files.filter((file) => !elsewhere.includes(file)).sort());
});

test('every operator’s command that works on one server is in the package for Debian', () => {
  const elsewhere = ['migrate', 'secrets', 'audit'];
  expect(Object.keys(commandsOfServer).sort()).toEqual(
    [...commands.filter((name) => !elsewhere.includes(name)), 'serve', 'config', 'move-server'].sort(),
  );
});

test.each(places)('$path names compiled tools that exist', ({ content }) => {
  const named = [...content.matchAll(/tools\/dist\/([\w/-]+)\.js/g)].map(([, path]) => path as string);
  expect(named.filter((path) => !existsSync(join(root, 'tools/src', `${path}.ts`)))).toEqual([]);
});

test.each(documents)('$path runs services of compose, and commands that they have', ({ content }) => {
  const runs = [
    ...content.matchAll(
      /docker compose (?:--profile \S+ )?run (?:-\S+(?: "[^"]*")? |--user \S+ )*([a-z][\w-]*)(?: ([a-z-]+))?/g,
    ),
  ];
  const wrong = runs.filter(
    ([, service, command]) =>
      !services.includes(service as string) ||
      (service === 'tools' && command !== undefined && !commands.includes(command)),
  );
  expect(wrong.map(([line]) => line)).toEqual([]);
  if (content.startsWith('# Operations')) expect(runs.length).toBeGreaterThan(3);
});

test.each(documents)('$path names scripts that exist', ({ content }) => {
  const named = [...content.matchAll(/npm run ([a-z][\w:-]*)/g)].map(([, script]) => script as string);
  expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
});

test.each(documents)('$path names files of secrets that exist', ({ content }) => {
  expect(content).not.toMatch(/deploy\/secrets\.env|\.data\/secrets\.json/);
});

// Docker does not restart a container any more that got a signal in this way
test.each(documents)('$path sends no signal to a container with Docker', ({ content }) => {
  expect(content).not.toMatch(/docker (compose )?kill/);
});
