import { isShown } from '../ui/layout/keyboard';

const fields =
  'input:not([type=hidden], [type=file], [readonly], :disabled), textarea:not([readonly], :disabled), select:not(:disabled)';
const buttons = '.ant-modal-body button:not(:disabled), .ant-modal-footer button:not(:disabled)';

/** They go away when something in them is chosen. */
const menus = '.ant-dropdown, .ant-popover, .ant-notification';

const isUsable = (element: Element) => isShown(element) && !element.matches(':disabled');

/** The first field of a dialog: of radio buttons the chosen one. Without fields its first button, but not the × that antd chooses. */
function firstIn(dialog: Element): HTMLElement | undefined {
  const shown = (selector: string) => [...dialog.querySelectorAll<HTMLInputElement>(selector)].filter(isShown);
  const all = shown(fields);
  const [first] = all;
  return first?.type === 'radio'
    ? (all.find(({ name, checked }) => name === first.name && checked) ?? first)
    : (first ?? shown(buttons)[0]);
}

/**
 * Dialogs begin with their first field, and the focus returns to where it was once a dialog is removed. If the element with the focus
 * is removed or disabled, the main part of the page gets the focus, so that the next Tab does not begin at the top.
 */
export function keepFocus(): void {
  const openers = new WeakMap<Element, HTMLElement | null>();
  let last: HTMLElement | null = null;
  let lastOutsideMenus: HTMLElement | null = null;

  const remaining = (element: HTMLElement | null): HTMLElement | null => {
    if (!element || isUsable(element)) return element;
    const dialog = element.closest('.ant-modal');
    return dialog && remaining(openers.get(dialog) ?? null);
  };
  const mainPart = () => {
    const main = document.querySelector('main');
    main?.setAttribute('tabindex', '-1');
    return main;
  };

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const dialog = target.closest('.ant-modal');
    if (dialog && !openers.has(dialog)) {
      openers.set(dialog, lastOutsideMenus);
      if (!target.matches(fields)) firstIn(dialog)?.focus();
    }
    if (!(document.activeElement instanceof HTMLElement)) return;
    last = document.activeElement;
    if (!last.closest(menus)) lastOutsideMenus = last;
  });
  new MutationObserver(() => {
    const { activeElement, body } = document;
    const isLost = activeElement === body || activeElement?.matches(':disabled');
    if (!isLost || !last || isUsable(last)) return;
    const dialog = [...document.querySelectorAll('.ant-modal')].findLast(isShown);
    const next = remaining(lastOutsideMenus) ?? (dialog ? firstIn(dialog) : mainPart());
    next?.focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
