import type { Page } from '@playwright/test';
import { registerSender, type Account } from '@tradepost/tools/client/people';
import type { Topology } from '@tradepost/tools/topology/start';
import { account } from '../fixtures';

/** Senders in the workspace, made without a browser; each test asks for its own. */
export async function newSender(topology: Topology, role: string): Promise<Account> {
  const person = account(role);
  await registerSender(topology, person);
  return person;
}

export const toast = (page: Page) => page.locator('.ant-notification-notice');

/** By the clipboard, as a person does. */
export async function paste(page: Page, label: string, text: string) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.getByLabel(label).focus();
  await page.keyboard.press('ControlOrMeta+V');
}
