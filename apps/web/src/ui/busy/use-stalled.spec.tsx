import { act, render, screen } from '@testing-library/react';
import { useStalled } from './use-stalled';

function Transfer({ loaded }: { loaded: number }) {
  return <>{useStalled(loaded) ? 'Waiting' : 'Running'}</>;
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test('a transfer stalls after five seconds without a byte, until the next one', () => {
  jest.useFakeTimers();
  const { rerender } = render(<Transfer loaded={1} />);
  pass(4_000);
  rerender(<Transfer loaded={2} />);
  pass(4_000);
  expect(screen.getByText('Running')).toBeVisible();
  pass(1_000);
  expect(screen.getByText('Waiting')).toBeVisible();
  rerender(<Transfer loaded={3} />);
  expect(screen.getByText('Running')).toBeVisible();
});
