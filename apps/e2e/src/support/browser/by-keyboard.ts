import { expect, type Locator, type Page } from '@playwright/test';

/** What has the focus after a key. */
interface Stop {
  name: string;
  /** Nothing has the focus: it left the page, or its element is gone. */
  isLost: boolean;
  /** It is outside the screen, or below something else. */
  isHidden: boolean;
  /** A stop before, if it looked the same with the focus as without. */
  unmarked: string | null;
}

/**
 * Reads the stop. That a stop was marked shows once the focus has gone: something about it, its parents or siblings has changed.
 * Transitions are ended first.
 */
const readStop = `(() => {
  const drawn = ['outline', 'boxShadow', 'borderColor', 'backgroundColor', 'color', 'textDecorationLine', 'insetInlineStart'];
  const around = (element) => {
    const elements = [element, ...element.children, element.previousElementSibling, element.nextElementSibling];
    for (let up = element.parentElement, n = 0; up && n < 4; up = up.parentElement, n += 1) elements.push(up);
    return elements.filter(Boolean);
  };
  const lookOf = (element) => around(element).flatMap((part) => ['', '::before', '::after'].map((pseudo) => {
    const style = getComputedStyle(part, pseudo || undefined);
    return drawn.map((property) => style[property]).join();
  })).join('\\n');
  const nameOf = (element) => {
    const text = element.getAttribute('aria-label') || element.labels?.[0]?.innerText || element.innerText || element.id;
    return element.tagName.toLowerCase() + ' ' + text.trim().slice(0, 60);
  };
  const isHidden = (element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2) return false;
    const over = document.elementFromPoint(left + width / 2, top + height / 2);
    return !over || !(over.contains(element) || (element.parentElement?.parentElement ?? element).contains(over));
  };
  for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  const active = document.activeElement;
  const isLost = !active || active === document.body;
  // parts of one field share its frame: they are compared once the focus has left it
  const near = ({ element }) => element.parentElement?.parentElement?.parentElement?.contains(active);
  const stops = (globalThis.stops ?? []).filter(({ element }) => element.isConnected && element !== active);
  const unmarked = stops.find((stop) => !near(stop) && stop.look === lookOf(stop.element));
  globalThis.stops = [...stops.filter(near), ...(isLost ? [] : [{ element: active, look: lookOf(active) }])];
  return {
    name: isLost ? 'nothing' : nameOf(active),
    isLost,
    isHidden: !isLost && isHidden(active),
    unmarked: unmarked ? nameOf(unmarked.element) : null,
  };
})()`;

/** More than any screen has. */
const mostStops = 120;

/** Presses Tab until the control has the focus, and checks every stop before it. */
export async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  const passed: string[] = [];
  while ((await target.and(page.locator(':focus')).count()) === 0) {
    await page.keyboard.press(key);
    const stop = await page.evaluate<Stop>(readStop);
    passed.push(stop.name);
    expect(stop, passed.join(' → ')).toMatchObject({ isHidden: false, unmarked: null });
    const ends = passed.filter((name) => name === 'nothing').length;
    if (ends > 1 || passed.length > mostStops) throw new Error(`${key} never reaches ${target}: ${passed.join(' → ')}`);
  }
}

export async function pressOn(page: Page, target: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** In place of what the field has: a browser selects that when Tab comes to it. */
export async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** The dialog has the focus as soon as it is open. */
export const expectFocusIn = (dialog: Locator) => expect(dialog.locator(':focus')).toHaveCount(1);

/** The dialog has gone, and left the focus to something on the page. */
export async function expectFocusAfter(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeHidden();
  await expect.poll(async () => (await page.evaluate<Stop>(readStop)).name, { message: 'focus' }).not.toBe('nothing');
}
