import { expect, type Page } from '@playwright/test';

/** Parts of the page that are wider than their place: the page itself, tables that scroll sideways, cells under those that stay in place. */
const tooWide = `(() => {
  const root = document.documentElement;
  const shown = (part) => part.getClientRects().length > 0;
  const parts = [...document.querySelectorAll('main *')].filter(shown);
  const scrolls = (part) => part.scrollWidth > part.clientWidth && getComputedStyle(part).overflowX === 'auto';
  const isCovered = (cell) => {
    const { left, right } = cell.getBoundingClientRect();
    const fixed = [...cell.parentElement.children].filter((other) => getComputedStyle(other).position === 'sticky' && other !== cell);
    return fixed.some((other) => left < other.getBoundingClientRect().right - 1 && other.getBoundingClientRect().left < right - 1);
  };
  return [
    ...(root.scrollWidth > root.clientWidth ? ['the page scrolls by ' + (root.scrollWidth - root.clientWidth)] : []),
    ...parts.filter(scrolls).map((part) => 'scrolls sideways: ' + part.className),
    ...parts.filter((part) => part.matches('td, th') && isCovered(part)).map((cell) => 'covered: ' + cell.innerText),
  ];
})()`;

/** Nothing on the page has to be scrolled sideways, or is under a column that stays in its place. */
export const expectNothingWide = (page: Page, name: string): Promise<void> =>
  // parts that are made for one width are exchanged after the change
  expect.poll(() => page.evaluate<string[]>(tooWide), { message: name }).toEqual([]);

/** Pixels, as wide as the tip of a finger. */
const finger = 44;

/** Buttons, fields, selects and switches where a finger that misses their middle by a little presses nothing, or something else. */
const smallTargets = `(() => {
  const controls = [...document.querySelectorAll('main :is(button, select, input, textarea, [role=switch], [role=combobox])')];
  const frame = '.ant-input-affix-wrapper, .ant-select, .ant-picker, .ant-input-number, .ant-segmented-item, label';
  const inText = 'p, li > span, dd, .ant-typography, .ant-alert-description';
  const small = (control) => {
    const whole = control.closest(frame) ?? control;
    whole.scrollIntoView({ block: 'center' });
    const { left, right, top, bottom } = whole.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const reach = ${finger} / 2 - 1;
    return [y - reach, y + reach].some((at) => {
      const hit = document.elementFromPoint(x, at);
      return !hit || !(whole.contains(hit) || hit.contains(whole) && hit.matches('label'));
    });
  };
  return controls
    .filter((part) => part.getClientRects().length > 0 && !part.disabled)
    .filter(({ type }) => !['file', 'hidden', 'radio', 'checkbox'].includes(type))
    .filter((part) => !part.matches('.ant-btn-link') && !part.closest(inText))
    .filter(small)
    .map((part) => part.outerHTML.slice(0, 200));
})()`;

/** What can be pressed on a phone is as large as a finger. Links in texts are not. */
export const expectFingerTargets = (page: Page, name: string): Promise<void> =>
  expect.poll(() => page.evaluate<string[]>(smallTargets), { message: name }).toEqual([]);
