import { screen, waitFor } from '@testing-library/react';
import { renderRoute } from '../../test/render';
import { ask } from './ask';

it('a question calls back with its answer, and one that is taken back goes away', async () => {
  const onOk = jest.fn();
  const { person } = renderRoute(<p>Screen</p>);
  const takeBack = ask({ title: 'Leave?', okText: 'Leave' });
  expect(await screen.findByRole('dialog', { name: 'Leave?' })).toBeVisible();
  takeBack();
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  ask({ title: 'Withdraw?', okText: 'Withdraw', onOk });
  await person.click(await screen.findByRole('button', { name: 'Withdraw' }));
  expect(onOk).toHaveBeenCalled();
});
