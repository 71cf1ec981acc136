import { isKycDocumentId, kycDocuments, registrationTypes } from './kyc-documents';

describe('company verification', () => {
  it('asks for nine documents, each once', () => {
    expect(kycDocuments.map(({ id }) => id)).toEqual([
      'proof_of_address',
      'incorporation_certificate',
      'tax_certificate',
      'tax_statement',
      'bank_statement',
      'memorandum',
      'company_chart',
      'additional_poa',
      'business_strategy',
    ]);
    expect(new Set(kycDocuments.map(({ name }) => name)).size).toBe(9);
  });

  it('tells a document id from anything else', () => {
    expect(isKycDocumentId('bank_statement')).toBe(true);
    for (const other of ['Bank Statement', '', '__proto__', '../tax_certificate']) {
      expect(isKycDocumentId(other)).toBe(false);
    }
  });

  it('offers two types of registration', () => {
    expect(registrationTypes).toEqual(['Societatea cu raspundere limitata SRL', 'other']);
  });
});
