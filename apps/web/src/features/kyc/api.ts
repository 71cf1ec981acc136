import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { KycDocumentId, Registration } from '@tradepost/contracts/kyc';
import { routes } from '@tradepost/contracts/routes';
import { fetchBytes } from '../../api/bytes';
import { meQuery } from '../../api/queries';
import { send } from '../../api/send';
import { upload, type UploadOptions } from '../../api/upload';
import { useMutation } from '../../api/use-mutation';
import { useAuth } from '../../session/auth.store';
import type { KycValues } from './form-values';

function cacheRegistration(registration: Registration): Registration {
  useAuth.setState({ DataOfForm: registration.data, user: registration.user });
  return registration;
}

/** Loaded on every visit; a later load does not overwrite what is being typed. */
export const kycQuery = (email: string) =>
  queryOptions({
    queryKey: ['kyc'],
    queryFn: async ({ signal }) => cacheRegistration(await send(routes.getKyc, { email }, { signal })),
    staleTime: Infinity,
    gcTime: 0,
  });

/** The body of Save Progress and Save Changes, without documents, which have their own calls. */
const wire = ({ companyDetails, commercialInfo }: KycValues) => ({ companyDetails, documents: {}, commercialInfo });

export function useSaveProgress(userId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (data: KycValues) =>
      cacheRegistration(await send(routes.saveKycProgress, { userId, kycData: wire(data) })),
    // the screen shows this when it is opened again; documents are merged separately
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
      client.setQueryData(kycQuery(answer.user.email).queryKey, cacheRegistration(answer));
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
  });
}

/** Merges one document of an answer: with parallel uploads, an answer may miss the others. */
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
  const cacheDocument = useKeepDocument();
  return async (documentId: KycDocumentId, file: File, options: UploadOptions) =>
    cacheDocument(documentId, await upload<Registration>(routes.uploadKycDocument, { documentId }, { file }, options));
}

export function useClearDocument() {
  const cacheDocument = useKeepDocument();
  return useMutation({
    mutationFn: (documentId: KycDocumentId) => send(routes.clearKycDocument, { documentId }),
    onSuccess: (answer, documentId) => cacheDocument(documentId, answer),
  });
}

/** The bytes of one upload. */
export const uploadQuery = (uploadId: string) =>
  queryOptions({
    queryKey: ['kyc', 'upload', uploadId],
    queryFn: ({ signal }) => fetchBytes(routes.kycDocument, { documentId: uploadId }, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
