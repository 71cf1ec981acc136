import { screen } from '@testing-library/react';
import { submissionErrors } from '@tradepost/contracts/kyc';
import { Formik } from 'formik';
import { renderRoute } from '../../test/render';
import { CompanyTab } from './company-tab';
import { valuesOf } from './form-values';

/** The flags come from Vite. */
jest.mock('../../ui/form/country-select', () => ({ CountrySelect: () => null }));

const empty = { companyDetails: {}, documents: { documents: [] }, commercialInfo: {} };

it('marks the fields that may stay empty as optional, and no other', () => {
  const { container } = renderRoute(
    <Formik initialValues={valuesOf(empty)} onSubmit={() => undefined}>
      <CompanyTab />
    </Formik>,
  );
  const required = submissionErrors({ ...empty, documents: {} }).map(({ field }) => field);
  const marked = [...container.querySelectorAll('[data-field]')].map((place) => [
    place.getAttribute('data-field'),
    place.textContent?.includes('(Optional)'),
  ]);
  expect(screen.getByText('Mobile Number')).toBeVisible();
  expect(marked).toHaveLength(18);
  expect(marked).toEqual(marked.map(([field]) => [field, !required.includes(String(field))]));
});

it.each(['01.04.2015', '1.4.2015', '01/04/2015', '1/4/2015', '2015-04-01'])(
  'takes an incorporation date that is written as %s',
  async (written) => {
    const { person } = renderRoute(
      <Formik initialValues={valuesOf(empty)} onSubmit={() => undefined}>
        <CompanyTab />
      </Formik>,
    );
    const field = screen.getByLabelText('Incorporation Date');
    await person.type(field, `${written}{Enter}`);
    expect(field).toHaveValue('1 Apr 2015');
  },
);
