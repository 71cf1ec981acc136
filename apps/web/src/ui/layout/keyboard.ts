import { t } from '../../i18n/t';

const settingName = 'keys';

/** The key that Macs use where others use Ctrl. */
export const modifierKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : t('Ctrl');

export const isShown = (element: Element) => element.getClientRects().length > 0;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox]):not([type=radio]), textarea, select, [role=combobox]'));

/** Whether shortcuts without a modifier are on; people may turn them off (WCAG 2.1.4). */
export const areShortcutsOn = () => localStorage.getItem(settingName) !== 'off';

export const setShortcutsOn = (on: boolean) => localStorage.setItem(settingName, on ? 'on' : 'off');

/** Whether a key was pressed without a modifier, outside input fields and dialogs. */
export function isShortcut({ target, ctrlKey, metaKey, altKey, defaultPrevented }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented || isTyping(target) || !areShortcutsOn()) return false;
  return ![...document.querySelectorAll('[role=dialog]')].some(isShown);
}
