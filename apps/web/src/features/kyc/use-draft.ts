import { useCallback, useEffect, useRef, useState } from 'react';

const settleMs = 1_500;

interface Draft<V> {
  /** There are unsaved changes. */
  dirty: boolean;
  saving: boolean;
  failed: boolean;
  savedAt: Date | null;
  /** Saves the current values after any save in progress. @throws what the call throws */
  save: () => Promise<void>;
  /** Sends the values by another call, after any save in progress; they count as saved. */
  after: (send: (values: V) => Promise<unknown>) => Promise<void>;
}

/** Saves a form's values on request and, if `automatic`, shortly after the last change. */
export function useDraft<V>(values: V, store: (values: V) => Promise<unknown>, automatic: boolean): Draft<V> {
  const now = JSON.stringify(values);
  const latest = useRef({ now, store });
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [stored, setStored] = useState(now);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const [running, setRunning] = useState(0);
  const [failed, setFailed] = useState(false);
  const dirty = now !== stored;

  useEffect(() => {
    latest.current = { now, store };
  });

  const after = useCallback((send: (values: V) => Promise<unknown>) => {
    const turn = async () => {
      const sent = latest.current.now;
      setRunning((count) => count + 1);
      try {
        await send(JSON.parse(sent) as V);
        setStored(sent);
        setSavedAt(new Date());
        setFailed(false);
      } finally {
        setRunning((count) => count - 1);
      }
    };
    const mine = queue.current.then(turn, turn);
    queue.current = mine;
    return mine;
  }, []);

  const save = useCallback(
    () =>
      after((sent) => latest.current.store(sent)).catch((error: unknown) => {
        setFailed(true);
        throw error;
      }),
    [after],
  );

  useEffect(() => {
    if (!automatic || !dirty) return;
    const timer = setTimeout(() => {
      save().catch(() => {
        // shown next to the buttons; the next change tries again
      });
    }, settleMs);
    return () => clearTimeout(timer);
  }, [automatic, dirty, now, save]);

  return { dirty, saving: running > 0, failed, savedAt, save, after };
}
