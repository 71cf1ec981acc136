import { expect } from '@playwright/test';
import { registerSender } from '@tradepost/tools/client/people';
import { test } from '../support/browser-test';
import { account } from '../support/fixtures';

test('shots', async ({ browser, installation: topology }) => {
  const person = account('shots');
  await registerSender(topology, person);
  for (const lang of ['ar', 'de']) {
    const page = await (await browser.newContext({ baseURL: topology.origin, locale: lang, viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })).newPage();
    const errors: string[] = [];
    page.on('pageerror', (e) => errors.push(e.message));
    await page.goto('/login');
    await page.evaluate(`localStorage.setItem('language','${lang}')`);
    await page.reload();
    await page.locator('form').waitFor();
    for (const w of [1440, 390]) { await page.setViewportSize({ width: w, height: 900 }); await page.screenshot({ path: `/tmp/tr/shots/${lang}-login-${w}.png` }); }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.locator('input[name=email]').fill(person.email);
    await page.locator('input[name=password]').fill(person.password);
    const me = page.waitForResponse((r) => r.url().endsWith('/auth/language'));
    me.catch(() => undefined);
    await page.locator('button[type=submit]').click();
    await page.getByRole('main').locator('h1, h2').first().waitFor();
    await page.evaluate(`localStorage.setItem('language','${lang}'); fetch('/api/auth/language',{method:'POST',headers:{'content-type':'application/json','x-client':'web',authorization:'Bearer '+(document.cookie.match(/auth-token=([^;]+)/)||[])[1]},body:JSON.stringify({language:'${lang}'})}).then(r=>r.status)`);
    for (const [name, path] of [['home', '/'], ['workspace', '/workspace'], ['requests', '/requests'], ['invitations', '/invitations'], ['profile', '/profile'], ['kyc', '/kyc-approval']]) {
      await page.goto(path!);
      await page.getByRole('main').waitFor();
      await page.waitForTimeout(1500);
      for (const w of [1440, 390]) { await page.setViewportSize({ width: w, height: 900 }); await page.waitForTimeout(400); await page.screenshot({ path: `/tmp/tr/shots/${lang}-${name}-${w}.png` }); }
      await page.setViewportSize({ width: 1440, height: 900 });
    }
    console.log(lang, errors);
  }
  expect(1).toBe(1);
});
