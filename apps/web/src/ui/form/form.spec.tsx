import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { object, string } from 'yup';
import { TextField } from './field';
import { Form, SubmitButton } from './form';

describe('a form', () => {
  it('is sent once if it is submitted twice before it is disabled, and can be sent again after the answer', async () => {
    let answer: () => void = () => undefined;
    const sent = jest.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    render(
      <Form
        label="New folder"
        schema={object({ name: string().required() })}
        initialValues={{ name: 'Prices' }}
        onSubmit={sent}
      >
        <TextField name="name" label="Name" />
        <SubmitButton>Save</SubmitButton>
      </Form>,
    );
    const form = screen.getByRole('form', { name: 'New folder' });
    await act(async () => {
      fireEvent.submit(form);
      fireEvent.submit(form);
    });
    expect(sent).toHaveBeenCalledTimes(1);
    await act(async () => answer());
    fireEvent.submit(form);
    await waitFor(() => expect(sent).toHaveBeenCalledTimes(2));
  });

  it('focuses the first invalid field and brings its reason into view', async () => {
    const scrolled: string[] = [];
    Element.prototype.scrollIntoView = function (this: Element) {
      scrolled.push(this.textContent);
    };
    render(
      <Form
        label="New folder"
        schema={object({ name: string().required('A name is required') })}
        initialValues={{ name: '' }}
        onSubmit={jest.fn()}
      >
        <TextField name="name" label="Name" />
        <SubmitButton>Save</SubmitButton>
      </Form>,
    );
    fireEvent.submit(screen.getByRole('form', { name: 'New folder' }));
    await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus());
    await waitFor(() => expect(scrolled).toEqual(['A name is required']));
    Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
  });
});
