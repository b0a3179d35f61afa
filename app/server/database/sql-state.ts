/** Whether the database refused a statement for this reason (SQLSTATE, PostgreSQL manual, appendix A). */
export function hasSqlState(error: unknown, state: string): boolean {
  return error instanceof Error && "code" in error && error.code === state;
}

/** A row that this one refers to is not there (any more). */
export const foreignKeyViolation = "23503";

/** A policy or a grant stands against it. */
export const insufficientPrivilege = "42501";

/** Another row has what only one may have. */
export const uniqueViolation = "23505";
