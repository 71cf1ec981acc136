import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { KycDocumentId, Registration } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { fetchBytes } from '../../api/bytes';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { upload, type UploadOptions } from '../../api/upload';
import { useAuth } from '../../session/auth.store';
import type { KycValues } from './form-values';

function keep(registration: Registration): Registration {
  useAuth.setState({ DataOfForm: registration.data, user: registration.user });
  return registration;
}

/** Read anew on every visit; what someone is typing stays untouched by a later reading. */
export const kycQuery = (email: string) =>
  queryOptions({
    queryKey: ['kyc'],
    queryFn: async ({ signal }) => keep(await send(routes.getKyc, { email }, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

/** What Save Progress and Save Changes send: documents travel by themselves, never inside it. */
const wire = ({ companyDetails, commercialInfo }: KycValues) => ({ companyDetails, documents: {}, commercialInfo });

export function useSaveProgress(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (data: KycValues) => keep(await send(routes.saveKycProgress, { userId, kycData: wire(data) })),
    // a screen that comes back at once starts from here; documents are put in place by themselves
    onSuccess: ({ data: { companyDetails, commercialInfo }, user }) =>
      client.setQueryData(
        kycQuery(user.email).queryKey,
        (before) => before && { ...before, data: { ...before.data, companyDetails, commercialInfo } },
      ),
  });
}

export function useSubmitKyc(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (data: KycValues) => upload<Registration>(routes.updateKyc, { userId, kycData: wire(data) }, {}),
    onSuccess: (answer) => {
      client.setQueryData(kycQuery(answer.user.email).queryKey, keep(answer));
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** Puts one document of an answer in place: uploads run side by side, and an earlier answer knows less of the others. */
function useKeepDocument() {
  const client = useQueryClient();
  return (id: KycDocumentId, { data, user }: Registration) => {
    const fresh = data.documents.documents.find((document) => document.id === id);
    client.setQueryData(
      kycQuery(user.email).queryKey,
      (before) =>
        before && {
          ...before,
          data: {
            ...before.data,
            documents: {
              documents: before.data.documents.documents.map((document) =>
                document.id === id && fresh ? fresh : document,
              ),
            },
          },
        },
    );
  };
}

export function useUploadDocument() {
  const keepDocument = useKeepDocument();
  return async (documentId: KycDocumentId, file: File, options: UploadOptions) =>
    keepDocument(documentId, await upload<Registration>(routes.uploadKycDocument, { documentId }, { file }, options));
}

export function useClearDocument() {
  const keepDocument = useKeepDocument();
  return useMutation({
    mutationFn: (documentId: KycDocumentId) => send(routes.clearKycDocument, { documentId }),
    onSuccess: (answer, documentId) => keepDocument(documentId, answer),
  });
}

/** The bytes of one upload, the newest or an earlier one. */
export const uploadQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['kyc', 'upload', uploadId],
    queryFn: ({ signal }) => fetchBytes(routes.kycDocument, { documentId: uploadId }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
