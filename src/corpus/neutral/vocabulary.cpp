#include "corpus/neutral/vocabulary.h"

#include <cctype>

namespace kcast::corpus {
namespace {

struct WordRow {
  int vocabulary;
  NameRole role;
  std::string_view words;
};

using Role = NameRole;

constexpr int kDescriptive = 1;
constexpr int kVocabularies = 10;

// Vocabularies: 0 terse, 1 descriptive, 2 numbered, 3 physics, 4 images, 5 finance,
// 6 machine learning, 7 graphs, 8 signals, 9 fluids.
constexpr WordRow kRows[] = {
    {0, Role::Kernel, "k f run op go calc kern krn f0 k1"},
    {0, Role::Function, "g h op fn f1 ev st q"},
    {0, Role::Record, "S T R V"},
    {0, Role::Member, "a b c d u v w p q"},
    {0, Role::Constant, "N B T R W S K M"},
    {0, Role::Table, "w c t lut tab"},
    {0, Role::Input, "a b x u p q src in0 A B X"},
    {0, Role::Output, "c y z r o dst C Y Z"},
    {0, Role::InOut, "y z u v s A D"},
    {0, Role::IndexBuffer, "ix id c jj col p idx"},
    {0, Role::Size, "n m k N M K w h ld sz nn"},
    {0, Role::Coefficient, "a b c s t al be al0 dt e"},
    {0, Role::Index, "i t g id tx gx ii ti bx ty j"},
    {0, Role::Counter, "k j l s r it jj kk p q"},
    {0, Role::Integer, "k l m p q c s o e st"},
    {0, Role::Real, "v s t r u w a0 a1 d e acc z x0 x1 f p"},
    {0, Role::Shared, "s sm sh t tl buf sA sB"},

    {1, Role::Kernel,
     "compute_kernel process_elements transform_array apply_operation update_values "
     "evaluate_kernel main_kernel run_pass device_step compute_pass"},
    {1, Role::Function,
     "evaluate combine transform_value apply_rule helper compute_term device_helper"},
    {1, Role::Record, "element entry record item state"},
    {1, Role::Member, "value weight offset_value first second total flag amount"},
    {1, Role::Constant, "tile_size block_size radius unroll_factor num_rounds chunk padding"},
    {1, Role::Table, "weights coefficients table_values lookup filter_taps"},
    {1, Role::Input, "input source data_in values first_input left right samples input_data"},
    {1, Role::Output, "output result destination data_out results output_data target"},
    {1, Role::InOut, "state data buffer array accumulator values_io"},
    {1, Role::IndexBuffer, "indices index_map offsets neighbors positions keys"},
    {1, Role::Size,
     "count num_elements size length width height stride total_size rows cols limit"},
    {1, Role::Coefficient, "alpha beta scale factor weight bias threshold step_size epsilon"},
    {1, Role::Index, "idx global_id thread_id element row col position tid_x item_index gid_x"},
    {1, Role::Counter, "iter inner step_index round_id pos chunk_index offset_index lane_step"},
    {1, Role::Integer,
     "offset base start end_pos steps current next_index remainder slot count_local"},
    {1, Role::Real,
     "sum value accum partial temp result_value left_value right_value term product "
     "difference scaled current_value"},
    {1, Role::Shared, "tile cache shared_data block_cache scratch local_buffer stage"},

    {2, Role::Kernel, "generated_kernel kernel_0 test_kernel"},
    {2, Role::Function, "func_0 device_fn helper_0"},
    {2, Role::Record, "struct_0 type_0"},
    {2, Role::Member, "field_0 m_0"},
    {2, Role::Constant, "const_0 param_0"},
    {2, Role::Table, "table_0 lut_0"},
    {2, Role::Input, "input_0 in_0 arg_0"},
    {2, Role::Output, "output_0 out_0 res_0"},
    {2, Role::InOut, "inout_0 data_0 buf_0"},
    {2, Role::IndexBuffer, "index_0 idx_0"},
    {2, Role::Size, "size_0 n_0 dim_0"},
    {2, Role::Coefficient, "scalar_0 coef_0"},
    {2, Role::Index, "thread_id tid_0 id_0"},
    {2, Role::Counter, "loop_0 i_0 it_0"},
    {2, Role::Integer, "ivar_0 k_0 tmp_i_0"},
    {2, Role::Real, "var_0 tmp_0 v_0"},
    {2, Role::Shared, "shared_0 smem_0 tile_0"},

    {3, Role::Kernel,
     "integrate_forces update_particles leapfrog_step accumulate_energy push_particles"},
    {3, Role::Function, "lennard_jones pair_force kinetic potential damping"},
    {3, Role::Record, "particle body atom ray"},
    {3, Role::Member, "mass charge momentum energy spin"},
    {3, Role::Input, "pos vel forces charges masses field old_pos density"},
    {3, Role::Output, "new_pos accel energy_out field_out momenta"},
    {3, Role::InOut, "velocities positions phase spins lattice"},
    {3, Role::Size, "num_particles n_bodies n_cells num_steps natoms"},
    {3, Role::Coefficient, "dt softening cutoff gravity mass_scale viscosity kappa"},
    {3, Role::Index, "particle body_id cell site atom_id"},
    {3, Role::Real, "dist force rsq energy_sum vx vy vz inv_r momentum_new work"},
    {3, Role::Shared, "s_pos s_force tile_bodies neighbor_cache"},

    {4, Role::Kernel, "filter_image blend_pixels convert_colors sharpen tone_map shade"},
    {4, Role::Function, "luma clamp_pixel mix_color sample_at gray_of"},
    {4, Role::Record, "pixel color texel"},
    {4, Role::Member, "red green blue opacity depth"},
    {4, Role::Input, "image src_img pixels frame mask guide prev_frame luminance"},
    {4, Role::Output, "dst_img filtered blurred out_pixels edges"},
    {4, Role::InOut, "canvas frame_buffer layer img"},
    {4, Role::Size, "width height pitch num_pixels image_size channels"},
    {4, Role::Coefficient, "sigma gain contrast gamma_value brightness opacity_scale"},
    {4, Role::Index, "px py pixel_id x_pos y_pos row_id"},
    {4, Role::Real, "pixel_sum gray intensity gradient weight_sum color_value luma_value edge"},
    {4, Role::Shared, "tile_px halo s_img patch"},

    {5, Role::Kernel, "price_options simulate_paths discount_cash_flows revalue accrue_interest"},
    {5, Role::Function, "norm_cdf payoff discount drift_term"},
    {5, Role::Record, "option_data trade quote leg"},
    {5, Role::Member, "strike_price expiry notional rate_bp spot_price"},
    {5, Role::Input, "spot strike maturity vols rates prices notionals cash_flows"},
    {5, Role::Output, "call_price put_price pnl exposures values_out"},
    {5, Role::InOut, "paths book balances portfolio"},
    {5, Role::Size, "num_options n_paths num_trades n_steps contracts"},
    {5, Role::Coefficient, "rate volatility drift spread discount_rate notional_scale"},
    {5, Role::Index, "opt path trade_id option_id scenario"},
    {5, Role::Real, "price payoff_sum d1 d2 discounted delta_value premium vol_sqrt_t"},
    {5, Role::Shared, "s_paths bucket s_quotes"},

    {6, Role::Kernel,
     "layer_forward activation_fwd grad_step apply_dropout fused_bias_act norm_kernel"},
    {6, Role::Function, "gelu_fwd sigmoid_fn swish relu_fn act"},
    {6, Role::Record, "param_group token_info expert"},
    {6, Role::Member, "lr_scale moment variance logit score"},
    {6, Role::Input, "activations weights logits grad_out hidden query keys_mat embed bias_vec"},
    {6, Role::Output, "grad_in probs normed out_act scores next_hidden"},
    {6, Role::InOut, "params moments running_mean kv_cache grads"},
    {6, Role::Size, "batch_size hidden_dim seq_len num_heads vocab num_params features"},
    {6, Role::Coefficient, "lr momentum beta1 beta2 eps_norm temperature decay scale_qk"},
    {6, Role::Index, "token feature batch_id head_id sample_id"},
    {6, Role::Real, "logit_max sum_exp grad mean var_acc activation updated score_sum inv_std"},
    {6, Role::Shared, "s_logits reduce_buf s_weights s_keys"},

    {7, Role::Kernel, "relax_edges visit_frontier rank_update label_vertices gather_neighbors"},
    {7, Role::Function, "edge_cost hash_vertex choose_label"},
    {7, Role::Record, "edge vertex link"},
    {7, Role::Member, "from_vertex to_vertex cost color_id"},
    {7, Role::Input, "edges row_ptr col_idx edge_weights frontier degrees_in"},
    {7, Role::Output, "dist_out labels_out next_frontier ranks_out parents"},
    {7, Role::InOut, "visited labels dist_to ranks components"},
    {7, Role::Size, "num_vertices num_edges n_nodes frontier_size levels"},
    {7, Role::Coefficient, "damping_factor tolerance teleport"},
    {7, Role::Index, "vertex_id node edge_id u_vertex src_node"},
    {7, Role::Integer, "neighbor first_edge last_edge degree label parent_id"},
    {7, Role::Real, "rank_sum cost_sum best_dist contribution"},
    {7, Role::Shared, "s_queue local_frontier s_labels"},

    {8, Role::Kernel, "fir_pass window_samples mix_signals demodulate resample spectrum_power"},
    {8, Role::Function, "window_fn interp tap_sum"},
    {8, Role::Record, "sample_pair cplx band"},
    {8, Role::Member, "re im amplitude phase_angle"},
    {8, Role::Input, "signal taps samples_in carrier re_in im_in spectrum"},
    {8, Role::Output, "filtered_out re_out im_out power magnitude"},
    {8, Role::InOut, "history delay_line waveform bins"},
    {8, Role::Size, "num_samples num_taps fft_size hop n_channels frames"},
    {8, Role::Coefficient, "freq gain_db phase_inc sample_rate attack"},
    {8, Role::Index, "sample tap_id channel bin_id frame_id"},
    {8, Role::Real, "acc_re acc_im amp phase mixed angle envelope"},
    {8, Role::Shared, "s_taps s_signal window_buf"},

    {9, Role::Kernel,
     "advect diffuse_step pressure_solve stream_collide jacobi_pass apply_boundary"},
    {9, Role::Function, "upwind equilibrium limiter flux"},
    {9, Role::Record, "cell_state face node_data"},
    {9, Role::Member, "rho_value pressure temp_value flux_x flux_y"},
    {9, Role::Input, "rho_old pressure_in u_vel v_vel temp_old flux_in rhs"},
    {9, Role::Output, "rho_new pressure_out u_new temp_new residual"},
    {9, Role::InOut, "grid_data rho_field phi_field psi"},
    {9, Role::Size, "nx ny nz cells_total num_nodes grid_points"},
    {9, Role::Coefficient, "omega nu dx_inv dt_over_dx relax diffusivity"},
    {9, Role::Index, "cell_id ix iy node_id cx cy"},
    {9, Role::Real, "rho u_local feq grad_x laplacian div_u flux_sum new_temp"},
    {9, Role::Shared, "s_cells slab s_phi"},
};

void add_words(int vocabulary, NameRole role, std::vector<std::string_view>& words) {
  for (const WordRow& row : kRows) {
    if (row.vocabulary != vocabulary || row.role != role) continue;
    std::string_view rest = row.words;
    while (!rest.empty()) {
      const size_t end = std::min(rest.find(' '), rest.size());
      words.push_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
}

}  // namespace

int vocabulary_count() {
  return kVocabularies;
}

std::vector<std::string_view> words_for(int vocabulary, NameRole role) {
  std::vector<std::string_view> words;
  add_words(vocabulary, role, words);
  if (words.empty()) add_words(kDescriptive, role, words);
  return words;
}

std::string camel_case(std::string_view snake, bool capital) {
  std::string text;
  bool raise = capital;
  for (const char c : snake) {
    if (c == '_' && !text.empty()) {
      raise = true;
      continue;
    }
    text += raise ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
    raise = false;
  }
  return text;
}

std::string upper_case(std::string_view snake) {
  std::string text;
  for (const char c : snake)
    text += static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string snake_case(std::string_view camel) {
  std::string text;
  for (size_t i = 0; i < camel.size(); ++i) {
    const bool is_upper = std::isupper(static_cast<unsigned char>(camel[i])) != 0;
    const bool was_lower = i > 0 && std::islower(static_cast<unsigned char>(camel[i - 1])) != 0;
    if (is_upper && was_lower) text += '_';
    text += static_cast<char>(std::tolower(static_cast<unsigned char>(camel[i])));
  }
  return text;
}

}  // namespace kcast::corpus
