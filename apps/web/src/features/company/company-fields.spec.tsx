import { screen } from '@testing-library/react';
import { profileCountries, type Country } from '@tradepost/reference/countries';
import { Form, SubmitButton } from '../../ui/form/form';
import { renderRoute } from '../../test/render';
import { CompanyFields, emptyCompany, onboardingRules } from './parts';

/** The flags come from Vite. */
jest.mock('../../ui/form/country-select', () => ({
  CountrySelect: ({ value }: { value: string }) => <output>{value}</output>,
}));

function renderFields(from?: readonly Country[]) {
  return renderRoute(
    <Form label="Company" schema={onboardingRules} initialValues={emptyCompany} onSubmit={jest.fn()}>
      <CompanyFields {...(from && { countries: from })} />
    </Form>,
  );
}

const telephone = () => screen.getByLabelText('Telephone Number');

describe('the telephone of a company', () => {
  it('accepts spaces, and a pasted number of another country with its country', async () => {
    const { person } = renderFields();
    await person.type(telephone(), '98765 43210');
    expect(telephone()).toHaveValue('+919876543210');
    await person.clear(telephone());
    await person.paste('+44 20 7946 0000');
    expect(telephone()).toHaveValue('+442079460000');
    expect(screen.getByText('United Kingdom')).toBeVisible();
  });

  it('loses the zero that is dialled only inside the country', async () => {
    const { person } = renderFields();
    await person.type(telephone(), '098765 43210');
    await person.tab();
    expect(telephone()).toHaveValue('+919876543210');
  });

  it('shows why it refuses a pasted number', async () => {
    const { person } = renderFields(profileCountries);
    await person.click(telephone());
    await person.paste('+40 721 234 567');
    expect(screen.getByText('This number is not from India. Choose its country first.')).toBeVisible();
    expect(telephone()).toHaveValue('');
  });
});

it('refuses a VAT number that has neither a letter nor a digit', async () => {
  const { person } = renderRoute(
    <Form label="Company" schema={onboardingRules} initialValues={emptyCompany} onSubmit={jest.fn()}>
      <CompanyFields />
      <SubmitButton>Continue</SubmitButton>
    </Form>,
  );
  const problem = 'A VAT or tax number must contain a letter or a digit';
  await person.type(screen.getByLabelText(/^VAT Number/), '??');
  await person.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText(problem)).toBeVisible();
  await person.type(screen.getByLabelText(/^VAT Number/), '7');
  expect(screen.queryByText(problem)).toBeNull();
});

it('finds the trading currency by its name', async () => {
  const { person } = renderFields();
  await person.type(screen.getByLabelText('Trading Currency'), 'Euro{Enter}');
  expect(screen.getByText('EUR · Euro')).toBeVisible();
});
