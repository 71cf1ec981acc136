/** What Type of Registration offers. */
export const registrationTypes = ['Societatea cu raspundere limitata SRL', 'other'] as const;
