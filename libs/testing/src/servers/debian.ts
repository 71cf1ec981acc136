import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';

/** What the services topology and its tests need from Debian (bookworm). */
export const DEBIAN_PACKAGES = {
  nats: ['nats-server'],
  redis: ['redis-server'],
  s3: ['swift-proxy', 'swift-account', 'swift-container', 'swift-object', 'memcached'],
  // any Chromium will do
  browser: findChromium() ? [] : ['chromium-headless-shell'],
  secondBrowser: findFirefox() ? [] : ['firefox-esr'],
  prometheus: ['prometheus'],
  acme: ['pebble'],
  web: ['nginx', 'libnginx-mod-http-brotli-static'],
};

/**
 * Installs the packages that are missing, when we are root on a machine with apt-get; no daemon is started.
 * @returns the packages still missing because we may not install: the caller says so or does without.
 * @throws Error of one line when the installation fails.
 */
export function ensureDebianPackages(names: string[]): string[] {
  const missing = names.filter((name) => !isInstalled(name));
  if (missing.length === 0 || process.getuid?.() !== 0 || !hasApt()) return missing;
  withoutStartingDaemons(() => {
    apt(['update']);
    apt(['install', '--yes', '--no-install-recommends', ...missing]);
  });
  return [];
}

/** The path of a Chromium for browser tests, or undefined. Its headless shell draws no windows, which is a part of the work. */
export function findChromium(): string | undefined {
  return [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => existsSync(path));
}

/** The path of a Firefox, or undefined. */
export function findFirefox(): string | undefined {
  return ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find((path) => existsSync(path));
}

function isInstalled(name: string): boolean {
  const { stdout } = spawnSync('dpkg-query', ['--show', '--showformat=${db:Status-Status}', name], {
    encoding: 'utf8',
  });
  return stdout === 'installed';
}

function hasApt(): boolean {
  return spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0;
}

function apt(args: string[]): void {
  const { status, stderr } = spawnSync('apt-get', ['--quiet', '-o', 'DPkg::Lock::Timeout=300', ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  if (status === 0) return;
  const complaint = stderr.split('\n').findLast((line) => line.startsWith('E:')) ?? stderr.trim();
  throw new Error(`apt-get ${args[0]} failed: ${complaint}`);
}

/** Debian starts a daemon at its installation unless policy-rc.d forbids it (exit code 101). */
function withoutStartingDaemons(install: () => void): void {
  const policy = '/usr/sbin/policy-rc.d';
  if (existsSync(policy)) return install();
  writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
  try {
    install();
  } finally {
    rmSync(policy, { force: true });
  }
}
