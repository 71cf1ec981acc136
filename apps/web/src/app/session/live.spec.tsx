import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { renderRoute, auditor } from '../../test/render';
import { Live } from './live';

type Listener = (event: { data: string }) => void;
const mockListeners = new Map<string, Listener>();
jest.mock('eventsource', () => ({
  EventSource: class {
    addEventListener(type: string, listener: Listener) {
      mockListeners.set(type, listener);
    }
    close() {
      mockListeners.clear();
    }
  },
}));

const emit = (type: string, data: object) => act(() => mockListeners.get(type)?.({ data: JSON.stringify(data) }));

it('refreshes the list that a hint names, and says nothing about what happened', async () => {
  const asked = jest.fn(() => Promise.resolve([]));
  const Requests = () => <p>{useQuery({ queryKey: ['requests', 'company'], queryFn: asked }).status}</p>;
  renderRoute(
    <>
      <Live />
      <Requests />
    </>,
    { user: auditor },
  );
  await screen.findByText('success');
  await waitFor(() => expect(mockListeners.has('list.changed')).toBe(true));
  emit('list.changed', { type: 'request.created' });
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  emit('list.changed', { type: 'of a later version' });
  expect(screen.queryByText('New request')).not.toBeInTheDocument();
  emit('request.created', { requestId: 'r', receiverEmail: 'rita@reader.example', files: 2 });
  expect(await screen.findByText('New request')).toBeVisible();
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(3));
});
