import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What a new profile would do first: ask, update itself, and send reports. */
// cspell:disable
const quiet = {
  'app.normandy.enabled': false,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
};
// cspell:enable

/** A page in a Firefox without a window, with a new profile. Playwright cannot drive Debian's Firefox, so the page reports for itself. */
export function openInFirefox(path: string, url: string): { ended: Promise<never>; close: () => Promise<void> } {
  const profile = mkdtempSync(join(tmpdir(), 'tradepost-firefox-'));
  const lines = Object.entries(quiet).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const child = spawn(path, ['--headless', '--no-remote', '--profile', profile, url], {
    stdio: 'ignore',
    env: { ...process.env, HOME: profile },
  });
  const exit = once(child, 'exit');
  const ended = exit.then(([code]) => {
    throw new Error(`Firefox ended with ${code}`);
  });
  ended.catch(() => undefined);
  return {
    ended,
    close: async () => {
      child.kill();
      await exit;
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
