import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { useAuth } from '../../session/auth.store';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import ResetCodePage from './reset-code.page';

const api = new FakeApi();

test('the message about a wrong code is gone once the right one was entered', async () => {
  useAuth.setState({ emailPasswordReset: 'sam@sender.example' });
  api.on(routes.verifyOtp, ({ otp }) => {
    if (otp !== '12345') throw new AppError('OTP_INVALID');
    return { verified: true as const, token: 'ticket' };
  });
  const { person, address } = renderRoute(<ResetCodePage />, { path: '/otp-password-verification' });
  await person.type(screen.getAllByRole('textbox')[0]!, '11111');
  expect(await screen.findByRole('alert')).toHaveTextContent('Otp is Invalid or expired');
  await waitFor(() => expect(screen.getAllByRole('textbox')[0]).toHaveValue(''));
  await person.type(screen.getAllByRole('textbox')[0]!, '12345');
  await waitFor(() => expect(address.current).toBe('/reset-password'));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
});
