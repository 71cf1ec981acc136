/** The nine documents of company verification in the order they are shown; `id` is also the upload's field name. */
export const kycDocuments = [
  { id: 'proof_of_address', name: 'Proof of address' },
  { id: 'incorporation_certificate', name: 'Incorporation Certificate' },
  { id: 'tax_certificate', name: 'Tax Certificate' },
  { id: 'tax_statement', name: 'Tax Statement' },
  { id: 'bank_statement', name: 'Bank Statement' },
  { id: 'memorandum', name: 'Memorandum' },
  { id: 'company_chart', name: 'Company Chart' },
  { id: 'additional_poa', name: 'Additional POA' },
  { id: 'business_strategy', name: 'Business Strategy or Plan' },
] as const;

export type KycDocumentId = (typeof kycDocuments)[number]['id'];

const ids = new Set<string>(kycDocuments.map(({ id }) => id));

/** Whether a text is the id of one of the nine documents. */
export const isKycDocumentId = (value: string): value is KycDocumentId => ids.has(value);

/** What Type of Registration offers. */
export const registrationTypes = ['Societatea cu raspundere limitata SRL', 'other'] as const;
