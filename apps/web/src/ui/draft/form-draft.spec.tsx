import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { object } from 'yup';
import { TextField } from '../form/field';
import { Form } from '../form/form';
import { FormDraft } from './form-draft';

const mockStores = new Set<() => void>();
jest.mock('../../i18n/language', () => ({
  ...jest.requireActual<object>('../../i18n/language'),
  onLanguageChange: (store: () => void) => {
    mockStores.add(store);
    return () => mockStores.delete(store);
  },
}));

const open = () =>
  render(
    <Form
      label="Sign up"
      schema={object()}
      initialValues={{ name: '', country: 'India', password: '' }}
      onSubmit={jest.fn()}
    >
      <TextField name="name" label="Name" />
      <TextField name="country" label="Country" />
      <TextField name="password" label="Password" type="password" />
      <FormDraft name="signup" fields={['name', 'country']} />
    </Form>,
  );
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
/** What the browser does when another language was chosen. */
const reload = (page: ReturnType<typeof open>) => {
  mockStores.forEach((store) => store());
  page.unmount();
};

it('keeps what was typed while the page is loaded in another language, but no password', async () => {
  const page = open();
  await userEvent.type(screen.getByLabelText('Name'), 'Ann');
  await userEvent.type(screen.getByLabelText('Password'), 'secret-1!');
  reload(page);
  expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret');
  const again = open();
  expect([value('Name'), value('Country'), value('Password')]).toEqual(['Ann', 'India', '']);

  again.unmount();
  open();
  expect(value('Name')).toBe('');
});

it('stores nothing for a person who leaves the form', async () => {
  const page = open();
  await userEvent.type(screen.getByLabelText('Name'), 'Ann');
  page.unmount();
  expect(mockStores.size).toBe(0);
  expect(sessionStorage).toHaveLength(0);
});
