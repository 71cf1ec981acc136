// Runs a tool of this repository on a machine that has nothing but Node: installs, builds, starts.
// Usage: node tools/run.mjs <tool> [arguments]. Built-in modules only: nothing is installed yet.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const [tool, ...args] = process.argv.slice(2);

try {
  requireNode();
  if (!isInstalled()) await install();
  await step('Building', [
    process.execPath,
    'node_modules/nx/dist/bin/nx.js',
    'run-many',
    '-t',
    'build',
    '--output-style=static',
  ]);
  process.exitCode = await runTool(toolFile());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function requireNode() {
  const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const wanted = engines.node
    .match(/(\d+)\.(\d+)/)
    .slice(1)
    .map(Number);
  const found = process.versions.node.split('.').map(Number);
  const isOld = found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1]);
  if (isOld) throw new Error(`This needs Node ${wanted.join('.')} or newer; this is Node ${process.versions.node}.`);
}

/** npm keeps a lock file of what it installed, written last: it is compared with ours. */
function isInstalled() {
  const installedFile = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const packages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const installed = packages(installedFile);
  return Object.entries(packages(join(root, 'package-lock.json'))).every(([path, wanted]) => {
    if (!path.startsWith('node_modules/')) return true;
    const found = installed[path];
    if (!found) return Boolean(wanted.optional || wanted.devOptional || wanted.peer);
    return found.version === wanted.version && found.integrity === wanted.integrity;
  });
}

/** Older npm knows no `allowScripts`: no package's script runs but those we name, whichever npm it is. */
async function install() {
  await step('Installing packages', npmCommand('install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts'));
  const { allowScripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const allowed = Object.keys(allowScripts).filter(
    (name) => allowScripts[name] && existsSync(join(root, 'node_modules', name)),
  );
  if (allowed.length > 0)
    await step('Running allowed install scripts', npmCommand('rebuild', '--ignore-scripts=false', ...allowed));
}

/**
 * Not `npm ci`: it refuses a lock file made where a registry has no binaries for other platforms. With --no-save the
 * lock file is used and stays unchanged.
 */
function npmCommand(...npmArgs) {
  const npm = process.env.npm_execpath;
  return npm?.endsWith('.js') ? [process.execPath, npm, ...npmArgs] : ['npm', ...npmArgs];
}

/** Prints one line per step; the command's output appears only when it fails. */
async function step(title, [command, ...commandArgs]) {
  const began = Date.now();
  process.stdout.write(`${title} … `);
  const child = spawn(command, commandArgs, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false', NO_COLOR: '1', FORCE_COLOR: undefined },
    shell: process.platform === 'win32' && command === 'npm',
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise((done) => {
    child.once('error', (error) => {
      output += error.message;
      done(1);
    });
    child.once('close', (exitCode) => done(exitCode ?? 1));
  });
  console.log(code === 0 ? `${((Date.now() - began) / 1000).toFixed(1)} s` : 'failed');
  if (code === 0) return;
  if (/ENOSPC|no space left on device/i.test(output)) throw new Error('The disk is full.');
  throw new Error(complaint(output));
}

/** npm prints the error first and its usage last; other programs end with the error. */
function complaint(output) {
  const lines = output.trimEnd().split('\n');
  const ofNpm = lines.filter((line) => line.startsWith('npm error'));
  return (ofNpm.length > 0 ? ofNpm.slice(0, 12) : lines.slice(-40)).join('\n');
}

function toolFile() {
  const files = ['developer', 'operator'].flatMap((folder) => {
    const directory = join(root, 'tools/dist', folder);
    return readdirSync(directory, { recursive: true })
      .filter((name) => name.endsWith('.js'))
      .map((name) => join(directory, name));
  });
  const file = files.find((path) => basename(path, '.js') === tool);
  if (file) return file;
  const known = files.map((path) => basename(path, '.js')).sort();
  throw new Error(`Unknown tool. Usage: node tools/run.mjs <${known.join('|')}>`);
}

/**
 * The tool runs in its own session, so that Ctrl-C reaches it only through this process: the terminal and npm both
 * deliver it, but it must count once.
 */
async function runTool(file) {
  const [command, ...prefix] = diesWithParent()
    ? ['setpriv', '--pdeathsig', 'TERM', process.execPath]
    : [process.execPath];
  const child = spawn(command, [...prefix, '--enable-source-maps', file, ...args], {
    stdio: 'inherit',
    detached: true,
  });
  let lastPassedOn = 0;
  const passOn = (signal) => {
    if (Date.now() - lastPassedOn < 1_000) return;
    lastPassedOn = Date.now();
    child.kill(signal);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, passOn);
  if (process.env.npm_lifecycle_event) whenOrphaned(() => passOn('SIGTERM'));
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** When a signal kills npm, its shell ends but this process does not. */
function whenOrphaned(then) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    then();
  }, 500);
  timer.unref();
}

/** On Linux the tool ends with us even when we are killed. */
function diesWithParent() {
  return spawnSync('setpriv', ['--pdeathsig', 'TERM', 'true'], { stdio: 'ignore' }).status === 0;
}
