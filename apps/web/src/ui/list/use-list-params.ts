import { useCallback } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/**
 * A list's filters in the address. Default values are omitted; any change except of the page goes back to the first page.
 * A change is no step for the browser's Back unless `isStep` says so.
 */
export function useListParams<K extends string>(defaults: Record<K, string>) {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation() as { state: unknown };
  const names = Object.keys(defaults) as K[];
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? defaults[name]])) as Record<
    K,
    string
  >;
  const page = Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1);

  const set = useCallback(
    (changed: Partial<Record<K | 'page', string | number>>, { isStep = false } = {}) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (!('page' in changed)) next.delete('page');
          for (const [name, value] of Object.entries(changed) as [K | 'page', string | number][]) {
            if (String(value) === (name === 'page' ? '1' : defaults[name as K])) next.delete(name);
            else next.set(name, String(value));
          }
          return next;
        },
        { replace: !isStep, state },
      ),
    // The defaults are constant.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [setParams, state],
  );
  return { ...values, page, set };
}
