import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { waitFor } from '@testing-library/react';
import { refreshQueries } from './refresh-queries';

it('requests a list again if its first answer was sent before the update', async () => {
  const client = new QueryClient();
  const answers: ((names: string[]) => void)[] = [];
  const observer = new QueryObserver<string[]>(client, {
    queryKey: ['requests', 1],
    queryFn: () => new Promise((resolve) => answers.push(resolve)),
  });
  const stop = observer.subscribe(() => undefined);
  refreshQueries(client, ['requests']);
  answers[0]!([]);
  await waitFor(() => expect(answers).toHaveLength(2));
  answers[1]!(['the new request']);
  await waitFor(() => expect(observer.getCurrentResult().data).toEqual(['the new request']));
  stop();
  client.clear();
});
