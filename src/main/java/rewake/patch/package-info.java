/**
 * The modelled patches, one file each.
 *
 * <p>Job: say what a patch of the kernel changes, as a function from {@link rewake.kernel.KernelModel} to
 * {@link rewake.kernel.KernelModel}. In: a kernel. Out: the kernel with the policies that the patch touches replaced.
 * Heat: cold; the policies themselves are hot and live in {@code kernel}. Each file names the mail or commit, the hunks,
 * the kernel range, what the model leaves out, and what the patch means on a kernel that lacks one of its predecessors.
 * Start reading at {@link rewake.patch.SisSinglePass}.
 *
 * <p>To add one: a class here whose name is the patch's id in camel case, with {@code static KernelModel
 * apply(KernelModel)}; its test class beside the others; its row in {@code catalogue.Patches}. A test compares the three.
 */
@org.jspecify.annotations.NullMarked
package rewake.patch;
