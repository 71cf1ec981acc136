const settingName = 'keys';

export const isShown = (element: Element) => element.getClientRects().length > 0;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]'));

/** Whether keys without a modifier do something; a person may switch them off (WCAG 2.1.4). */
export const singleKeysWork = () => localStorage.getItem(settingName) !== 'off';

export const chooseSingleKeys = (on: boolean) => localStorage.setItem(settingName, on ? 'on' : 'off');

/** Whether a key was pressed by itself, while nobody is typing and no dialog is open. */
export function isSingleKey({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || !singleKeysWork()) return false;
  return ![...document.querySelectorAll('[role=dialog]')].some(isShown);
}
