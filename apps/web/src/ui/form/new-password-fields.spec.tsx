import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { newPasswordForm } from '@tradepost/contracts/identity';
import { Form } from './form';
import { NewPasswordFields } from './new-password-fields';

function renderFields() {
  render(
    <Form
      label="New password"
      schema={newPasswordForm}
      initialValues={{ password: '', confirmPassword: '' }}
      onSubmit={() => undefined}
    >
      <NewPasswordFields />
    </Form>,
  );
  return userEvent.setup({ delay: null });
}

const met = () =>
  within(screen.getByRole('list', { name: 'Password requirements' }))
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent?.endsWith('(done)'))
    .map(({ textContent }) => textContent?.replace(' (done)', '').trim());

describe('password checklist', () => {
  it('marks each requirement as soon as it is met, and no earlier', async () => {
    const person = renderFields();
    expect(met()).toEqual([]);
    await person.type(screen.getByLabelText('Password'), 'shorter');
    expect(met()).toEqual([]);
    await person.type(screen.getByLabelText('Password'), '1');
    expect(met()).toEqual(['At least 8 characters']);
    await person.type(screen.getByLabelText('Password'), '!');
    expect(met()).toEqual(['At least 8 characters', 'At least one special character']);
    await person.type(screen.getByLabelText('Confirm password'), 'shorter1!');
    expect(met()).toContain('Both passwords match');
    await person.type(screen.getByLabelText('Password'), 'x');
    expect(met()).not.toContain('Both passwords match');
  });

  it('accepts pasted text, hides it, and has the attributes for password managers', async () => {
    const person = renderFields();
    const field = screen.getByLabelText('Password');
    await person.click(field);
    await person.paste('a pasted one!');
    expect(field).toHaveValue('a pasted one!');
    for (const each of [field, screen.getByLabelText('Confirm password')]) {
      expect(each).toHaveAttribute('type', 'password');
      expect(each).toHaveAttribute('autocomplete', 'new-password');
    }
  });
});
