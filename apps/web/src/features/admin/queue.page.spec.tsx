import { screen } from '@testing-library/react';
import { routes } from '@tradepost/contracts/routes';
import { FakeApi } from '../../test/fake-api';
import { renderRoute, sender } from '../../test/render';
import QueuePage from './queue.page';

/** Any language but English. */
jest.mock('../../i18n/t', () => ({
  ...jest.requireActual<object>('../../i18n/t'),
  t: (text: string) => `«${text}»`,
}));

const api = new FakeApi();

test('in another language, the queue also asks for the registrations to review', async () => {
  const calls = api.on(routes.kycCases, ({ page = 1, pageSize = 20 }) => ({ items: [], page, pageSize, total: 0 }));
  const { person } = renderRoute(<QueuePage />, { path: '/admin', user: { ...sender, userType: 'admin' } });
  const status = await screen.findByRole('combobox', { name: '«Status»' });
  expect(calls).toMatchObject([{ status: 'Processing' }]);
  await person.selectOptions(status, '«Rejected»');
  expect(calls.at(-1)).toMatchObject({ status: 'Rejected' });
});
