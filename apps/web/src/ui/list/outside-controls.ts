import type { MouseEvent } from 'react';

/** Whether the row itself was clicked: neither a control in it, nor a menu of it, which is elsewhere on the page. */
export const isOutsideControls = ({ target, currentTarget }: MouseEvent) =>
  currentTarget.contains(target as Node) &&
  !(target as Element).closest('a, button, input, label, summary, [role="button"]');
