import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { object } from 'yup';
import { signOut } from '../../session/auth.store';
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

const open = ({ always = false } = {}) =>
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
      <FormDraft name="signup" fields={['name', 'country']} always={always} />
    </Form>,
  );
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
/** What the browser does when another language was chosen. */
const reload = (page: ReturnType<typeof open>) => {
  mockStores.forEach((store) => store());
  page.unmount();
};
/** What the browser does when the person reloads the page, or leaves it for another site. */
const leave = (page: ReturnType<typeof open>) => {
  fireEvent(window, new Event('pagehide'));
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

describe('a draft that every reload keeps', () => {
  const typeName = () => userEvent.type(screen.getByLabelText('Name'), 'Ann');
  const always = { always: true };

  it('is there after the reload, without the password, and only once', async () => {
    const page = open(always);
    await typeName();
    await userEvent.type(screen.getByLabelText('Password'), 'secret-1!');
    leave(page);
    expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain('secret');
    const again = open(always);
    expect([value('Name'), value('Country'), value('Password')]).toEqual(['Ann', 'India', '']);

    again.unmount();
    open(always);
    expect(value('Name')).toBe('');
  });

  it('is forgotten once the form was saved, also if the browser showed the page again', async () => {
    const page = open(always);
    await typeName();
    fireEvent(window, new Event('pagehide'));
    fireEvent(window, new Event('pageshow'));
    expect(value('Name')).toBe('Ann');
    page.unmount();
    fireEvent(window, new Event('pagehide'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('is forgotten when the person signs out', async () => {
    const page = open(always);
    await typeName();
    leave(page);
    expect(sessionStorage).toHaveLength(1);
    signOut();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not stored for forms that need none', async () => {
    const page = open();
    await typeName();
    leave(page);
    expect(sessionStorage).toHaveLength(0);
  });
});
