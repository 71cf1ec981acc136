import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { focusField, tabOf } from './fields';

type Tab<K> = readonly [key: K, label: string];

/** The open tab, which the address holds, by default the first. `go` opens the tab of a field and focuses the field. */
export function useTabs<K extends string>(tabs: readonly [Tab<K>, ...Tab<K>[]]) {
  const [params, setParams] = useSearchParams();
  const requested = params.get('tab');
  const tab = tabs.find(([key]) => key === requested)?.[0] ?? tabs[0][0];
  const openTab = (key: string, from?: 'top') =>
    setParams({ tab: key }, { replace: true, preventScrollReset: from !== 'top' });
  const [goal, setGoal] = useState<{ field: string } | null>(null);
  const go = (field: string) => {
    openTab(tabOf(field));
    setGoal({ field });
  };
  useEffect(() => {
    // the tab renders after this call
    if (!goal || tabOf(goal.field) !== tab) return;
    const frame = requestAnimationFrame(() => {
      focusField(goal.field);
      setGoal(null);
    });
    return () => cancelAnimationFrame(frame);
  }, [goal, tab]);
  return { tab, openTab, go };
}
