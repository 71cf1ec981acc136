import {
  hashKey,
  onlineManager,
  // eslint-disable-next-line @typescript-eslint/no-restricted-imports -- the screens use the hook of this file
  useMutation as useAnyMutation,
  type MutationFunction,
  type UseMutateAsyncFunction,
  type UseMutationOptions,
  type UseMutationResult,
} from '@tanstack/react-query';
import { ApiError } from '@tradepost/client/api/api-error';
import { useCallback, useRef } from 'react';
import { t } from '../i18n/t';

/** JSON cannot tell files apart. */
const keyOf = (input: unknown) => (input instanceof Blob ? input : hashKey([input]));

/**
 * TanStack Query's `useMutation`, which sends a call once: while it is pending, `mutate` with the same input does nothing
 * and `mutateAsync` returns the pending call. A second click comes before React renders the button as busy.
 *
 * Without a network a call fails at once, and is not sent later, when the person may have forgotten it. `networkMode: 'always'` runs it anyway.
 */
export function useMutation<O = unknown, E = Error, I = void, C = unknown>({
  mutationFn,
  networkMode,
  ...options
}: UseMutationOptions<O, E, I, C> & { mutationFn: MutationFunction<O, I> }): UseMutationResult<O, E, I, C> {
  const mutation = useAnyMutation<O, E, I, C>({
    ...options,
    networkMode: 'always',
    mutationFn: async (input, context) => {
      if (networkMode !== 'always' && !onlineManager.isOnline())
        throw new ApiError(t("You're offline. Try again when you are back online."));
      return mutationFn(input, context);
    },
  });
  const { mutateAsync: call } = mutation;
  const pending = useRef(new Map<unknown, Promise<O>>());
  const mutateAsync: UseMutateAsyncFunction<O, E, I, C> = useCallback(
    (...given) => {
      const key = keyOf(given[0]);
      const same = pending.current.get(key);
      if (same) return same;
      const started = call(...given).finally(() => pending.current.delete(key));
      pending.current.set(key, started);
      return started;
    },
    [call],
  );
  const mutate: typeof mutation.mutate = useCallback(
    (...given) => {
      mutateAsync(...given).catch(() => {
        // the state and the callbacks have the error
      });
    },
    [mutateAsync],
  );
  return { ...mutation, mutate, mutateAsync };
}
