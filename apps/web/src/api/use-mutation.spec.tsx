import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useMutation } from './use-mutation';

interface Call<I> {
  input: I;
  answer: (answer: string) => void;
  refuse: (error: Error) => void;
}

function renderMutation<I = string>() {
  const calls: Call<I>[] = [];
  const client = new QueryClient();
  const { result } = renderHook(
    () =>
      useMutation({
        mutationFn: (input: I) => new Promise<string>((answer, refuse) => void calls.push({ input, answer, refuse })),
      }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  );
  return { calls, result, inputs: () => calls.map(({ input }) => input) };
}

afterEach(() => onlineManager.setOnline(true));

describe('useMutation', () => {
  it('sends a call once while it is pending, and again after the answer', async () => {
    const { calls, result, inputs } = renderMutation();
    act(() => {
      result.current.mutate('a');
      result.current.mutate('a');
    });
    await waitFor(() => expect(result.current.isPending).toBe(true));
    expect(inputs()).toEqual(['a']);
    calls[0]?.answer('done');
    await waitFor(() => expect(result.current.data).toBe('done'));
    act(() => result.current.mutate('a'));
    await waitFor(() => expect(inputs()).toEqual(['a', 'a']));
  });

  it('can be tried again after an error', async () => {
    const { calls, result, inputs } = renderMutation();
    act(() => result.current.mutate('a'));
    await waitFor(() => expect(inputs()).toEqual(['a']));
    calls[0]?.refuse(new Error('Not now'));
    await waitFor(() => expect(result.current.error?.message).toBe('Not now'));
    act(() => result.current.mutate('a'));
    await waitFor(() => expect(inputs()).toEqual(['a', 'a']));
  });

  it('sends calls with other input in parallel', async () => {
    const { result, inputs } = renderMutation();
    act(() => {
      result.current.mutate('a');
      result.current.mutate('b');
    });
    await waitFor(() => expect(inputs()).toEqual(['a', 'b']));
  });

  it('tells files apart', async () => {
    const { result, inputs } = renderMutation<File>();
    const files = ['a.png', 'b.png'].map((name) => new File(['x'], name));
    act(() => [...files, ...files].forEach((file) => result.current.mutate(file)));
    await waitFor(() => expect(inputs()).toEqual(files));
  });

  it('gives a repeated mutateAsync the answer of the pending call', async () => {
    const { calls, result, inputs } = renderMutation();
    const answers = act(() => Promise.resolve([result.current.mutateAsync('a'), result.current.mutateAsync('a')]));
    const both = await answers;
    await waitFor(() => expect(inputs()).toEqual(['a']));
    calls[0]?.answer('done');
    expect(await Promise.all(both)).toEqual(['done', 'done']);
    expect(inputs()).toEqual(['a']);
  });

  it('fails at once without a network, and sends nothing when it is back', async () => {
    const { result, inputs } = renderMutation();
    onlineManager.setOnline(false);
    act(() => result.current.mutate('a'));
    await waitFor(() =>
      expect(result.current.error?.message).toBe("You're offline. Try again when you are back online."),
    );
    act(() => onlineManager.setOnline(true));
    act(() => result.current.mutate('b'));
    await waitFor(() => expect(inputs()).toEqual(['b']));
  });
});
