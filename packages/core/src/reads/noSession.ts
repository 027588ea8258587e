/** The id to read where no session is selected. No session has it, so all reads are empty. */
export const NO_SESSION = "\0";
