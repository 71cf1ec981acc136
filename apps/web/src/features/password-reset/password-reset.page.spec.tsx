import { screen, waitFor } from '@testing-library/react';
import { AppError } from '@tradepost/contracts/errors';
import { routes } from '@tradepost/contracts/routes';
import { useAuth } from '../../session/auth.store';
import { FakeApi } from '../../test/fake-api';
import { renderRoute } from '../../test/render';
import PasswordResetPage from './password-reset.page';

const api = new FakeApi();
const stored = () =>
  (JSON.parse(localStorage.getItem('auth-storage') ?? '{}') as { state: Record<string, unknown> }).state;

test('the response of the server is stored until its toast is gone', async () => {
  api.on(routes.requestReset, () => {
    throw new AppError('TOO_MANY', { message: 'Too many codes' });
  });
  const { person } = renderRoute(<PasswordResetPage />);
  await person.type(screen.getByLabelText('Email'), 'sam@sender.example{Enter}');
  expect(await screen.findByText('Error Response')).toBeVisible();
  expect(stored()).toMatchObject({ ERROR_RESPONSE: 'Too many codes' });
  await person.click(screen.getByRole('button', { name: /close/i }));
  await waitFor(() => expect(stored()).toMatchObject({ ERROR_RESPONSE: null, Successfull_Response: null }));
  expect(useAuth.getState().ERROR_RESPONSE).toBeNull();
});

test('a success toast closes after about three seconds, and its response is removed', async () => {
  const message = 'If this email has an account, a verification code was sent to it';
  api.on(routes.requestReset, () => ({ message }));
  const { person } = renderRoute(<PasswordResetPage />);
  await person.type(screen.getByLabelText('Email'), 'sam@sender.example{Enter}');
  expect(await screen.findByText(message)).toBeVisible();
  expect(stored()).toMatchObject({ Successfull_Response: message });
  await waitFor(() => expect(stored()).toMatchObject({ Successfull_Response: null }));
});
